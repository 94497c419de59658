/*
 * How honest calibrated polls are, on recorded replies of real models: random panels of seven, calibrated on
 * 100 rows and tested on the rest. Intervals come from resampling questions, since all panels share them.
 *
 *   node scripts/evidence/calibrated.ts [panels] [sets] [odd|even]
 *
 * `odd` and `even` use every second question and different panels: what is chosen on one half is
 * confirmed on the other.
 */
import "../lib/saved-output.ts";
import { createRandom } from "../../packages/rostrum/src/api/index.ts";
import { createJudgementFrom } from "../../packages/rostrum/src/decide/index.ts";
import { certify } from "../../packages/rostrum/src/eval/index.ts";
import { callPrice, SOLD } from "./model-prices.ts";
import {
  calibrationError,
  calibrationOf,
  chosenPanel,
  kindOf,
  panelOf,
  pollRow,
  type Panel,
} from "./polls.ts";
import { readingsOf, SETS, type Readings } from "./readings.ts";

const TARGET = 0.97;
const ALPHA = 0.05;
const PROMPT = 150;

/** One test question under one panel. */
interface Outcome {
  question: number;
  right: boolean;
  sure: boolean;
  belief: number;
  calls: number;
  /** By the certified poll. */
  delivered: boolean;
  deliveredWrong: boolean;
}

/** `odd` or `even`: every second question. */
const half = process.argv[4];

const percent = (part: number): string => (100 * part).toFixed(2);

function outcomesOf(panel: Panel, basis: string): Outcome[] {
  const calibration = calibrationOf(panel, basis);
  const judgement = createJudgementFrom(panel.names, kindOf(calibration));
  // The halves are about what is called sure.
  const certificate =
    half === undefined ? certify(calibration, { alpha: ALPHA, mode: "delivered" }) : null;
  const threshold = certificate?.threshold ?? null;
  return panel.tested.map((row) => {
    const poll = pollRow(row, judgement, { target: TARGET });
    const sworn =
      threshold === null ? null : pollRow(row, judgement, { target: threshold, certified: true });
    const delivered = sworn?.end === "sure";
    return {
      question: row.question,
      right: poll.right,
      sure: poll.end === "sure",
      belief: poll.belief,
      calls: poll.asked.length,
      delivered,
      deliveredWrong: delivered && sworn?.right === false,
    };
  });
}

/** A share with the interval of its bootstrap over questions. */
function share(
  outcomes: readonly Outcome[],
  isPart: (outcome: Outcome) => boolean,
  isCase: (outcome: Outcome) => boolean,
): string {
  const byQuestion = new Map<number, { part: number; cases: number }>();
  for (const outcome of outcomes) {
    const sums = byQuestion.get(outcome.question) ?? { part: 0, cases: 0 };
    if (isCase(outcome)) {
      sums.cases += 1;
      sums.part += Number(isPart(outcome));
    }
    byQuestion.set(outcome.question, sums);
  }
  const sums = [...byQuestion.values()];
  const ratio = (list: readonly { part: number; cases: number }[]): number =>
    list.reduce((sum, { part }) => sum + part, 0) /
    Math.max(
      1,
      list.reduce((sum, { cases }) => sum + cases, 0),
    );
  const random = createRandom("bootstrap");
  const drawn = Array.from({ length: 1000 }, () =>
    ratio(sums.map(() => sums[Math.floor(random() * sums.length)] as (typeof sums)[number])),
  ).sort((a, b) => a - b);
  return `${percent(ratio(sums))} % [${percent(drawn[25] ?? 0)}, ${percent(drawn[974] ?? 0)}]`;
}

/**
 * Commercial models: what share of the best model's cost reaches its accuracy, over random parts of
 * the rows. Prices that are off by up to a factor of two either way show how much the share depends
 * on them.
 */
function market(readings: Readings): void {
  const members = SOLD.map((name) => readings.models.indexOf(name));
  if (members.includes(-1)) return;
  console.log(
    "\n| market panel of GSM8K | share of the best model's cost | difference in accuracy |\n|---|---|---|",
  );
  const title = `${SOLD.length} models that are sold, asked in turn`;
  console.log(`| ${title}, at their prices | ${marketPolls(readings, members, 1)} |`);
  console.log(
    `| the same, each price off by up to a factor of 2 | ${marketPolls(readings, members, 2)} |`,
  );
}

function marketPolls(readings: Readings, members: readonly number[], off: number): string {
  const ratios: number[] = [];
  const gains: number[] = [];
  for (let draw = 0; draw < 40; draw++) {
    const panel = chosenPanel(readings, members, createRandom(`market ${draw}`), 100);
    const { names, tested, calibrated } = panel;
    const random = createRandom(`prices ${draw}`);
    const factors = names.map(() => off ** (2 * random() - 1));
    const judgement = createJudgementFrom(names, kindOf(calibrationOf(panel, readings.basis)));
    const price = (row: (typeof tested)[number], asked: readonly number[]): number =>
      asked.reduce(
        (sum, at) =>
          sum +
          (factors[at] ?? 1) * callPrice(names[at] ?? "", PROMPT + row.asked, row.tokens[at] ?? 0),
        0,
      );
    const right = names.map((_, at) => tested.filter((row) => row.said[at] === row.right).length);
    const best = right.indexOf(Math.max(...right));
    const mean = names.map((_, at) => calibrated.reduce((sum, row) => sum + price(row, [at]), 0));
    const most = Math.max(...mean);
    const polls = tested.map((row) => ({
      row,
      poll: pollRow(row, judgement, { target: TARGET, costs: mean.map((cost) => cost / most) }),
    }));
    const spent = polls.reduce((sum, { row, poll }) => sum + price(row, poll.asked), 0);
    ratios.push(spent / tested.reduce((sum, row) => sum + price(row, [best]), 0));
    gains.push(
      (polls.filter(({ poll }) => poll.right).length - Math.max(...right)) / tested.length,
    );
  }
  return [ratios, gains].map(range).join(" | ");
}

/** Mean and the middle 95 %. */
function range(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return `${percent(middle)} % [${percent(sorted[1] ?? 0)}, ${percent(sorted.at(-2) ?? 0)}]`;
}

function halfOf(readings: Readings | null): Readings | null {
  if (readings === null || half === undefined) return readings;
  const rest = half === "odd" ? 0 : 1;
  return { ...readings, questions: readings.questions.filter((_, index) => index % 2 === rest) };
}

function seedOf(index: number): string {
  return `panel ${half === undefined ? index : 2 * index + (half === "odd" ? 0 : 1)}`;
}

const TITLES: Record<string, string> = {
  gsm8k: "GSM8K",
  "math-l5": "MATH level 5",
  crux: "CRUX",
  "mmlu-pro": "MMLU-Pro",
};

const panels = Number(process.argv[2] ?? 60);
const certified =
  half === undefined
    ? `; certified: at most ${ALPHA} of all questions delivered wrong`
    : `; every second question, the ${half} ones`;
console.log(`${panels} panels of 7, calibrated on 100 rows, target ${TARGET}${certified}\n`);
const columns = [
  "right",
  "calls per question",
  "ECE",
  "sure of",
  "of these wrong",
  ...(half === undefined ? ["certified: delivered", "delivered wrong"] : []),
];
console.log(`| | ${columns.join(" | ")} |\n|---|${columns.map(() => "---|").join("")}`);
for (const set of process.argv[3]?.split(",") ?? SETS) {
  const readings = halfOf(readingsOf(set));
  if (readings === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const outcomes = Array.from({ length: panels }, (_, index) =>
    outcomesOf(panelOf(readings, { seed: seedOf(index) }), readings.basis),
  ).flat();
  const all = (): boolean => true;
  const isSure = ({ sure }: Outcome): boolean => sure;
  const cells = [
    TITLES[set] ?? set,
    share(outcomes, ({ right }) => right, all),
    (outcomes.reduce((sum, { calls }) => sum + calls, 0) / outcomes.length).toFixed(2),
    calibrationError(outcomes).toFixed(3),
    share(outcomes, isSure, all),
    outcomes.some(isSure) ? share(outcomes, ({ right }) => !right, isSure) : "–",
    ...(half === undefined
      ? [
          share(outcomes, ({ delivered }) => delivered, all),
          share(outcomes, ({ deliveredWrong }) => deliveredWrong, all),
        ]
      : []),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
const grades = process.argv[3] === undefined ? readingsOf("gsm8k") : null;
if (grades !== null) market(grades);
