/*
 * How many to ask, and whether "sure" can be trusted, on recorded replies of real models: random panels of seven, calibrated
 * on some rows and polled one by one on the others, next to the panel's best member and its majority. Intervals draw
 * models and questions anew.
 *
 *   node scripts/evidence/calibrated.ts [panels]
 *
 * The member is chosen on the rows of the calibration. The newer sets are small: half of their rows calibrate.
 * Takes about ten minutes for 200 panels.
 */
import "../lib/saved-output.ts";
import { createRandom } from "../../packages/core/src/record/random.ts";
import { createBeliefModelFrom } from "../../packages/core/src/decide/posterior.ts";
import { certify } from "../../packages/eval/src/index.ts";
import { callPrice, SOLD } from "./model-prices.ts";
import {
  calibrationError,
  calibrationOf,
  chosenPanel,
  isRight,
  kindOf,
  panelOf,
  pollRow,
  scoreVote,
  type Panel,
} from "./polls.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import {
  estimateRatio,
  formatPoints,
  formatShare,
  type Estimate,
  type PanelCase,
} from "./resample.ts";

const panels = Number(process.argv[2] ?? 200);
const TARGET = 0.97;
const ALPHA = 0.05;
const PROMPT = 150;
const NEWER = ["xfin", "gpqa", "mmlu-pro-2", "math500", "mgsm", "bbh"];
const OLDER = ["gsm8k", "math-l5", "crux", "mmlu-pro", "mmlu-pro-29"];
/** Rows of the older sets that calibrate, and most rows that are then measured. */
const ROWS = 100;
const MAX_MEASURED = 500;

/** One test question under one panel. */
interface Outcome extends PanelCase {
  right: boolean;
  sure: boolean;
  belief: number;
  calls: number;
  bestRight: boolean;
  /** The leaders of a tie share it out. */
  majority: number;
  /** By the certified poll. */
  delivered: boolean;
  deliveredWrong: boolean;
}

const percent = (part: number): string => (100 * part).toFixed(1);

function outcomesOf(panel: Panel, index: number, basis: string): Outcome[] {
  const calibration = calibrationOf(panel, basis);
  const beliefModel = createBeliefModelFrom(panel.names, kindOf(calibration));
  const { threshold } = certify(calibration, { alpha: ALPHA, mode: "delivered" });
  const before = panel.names.map(
    (_, member) => panel.calibrated.filter((row) => isRight(row, member)).length,
  );
  const best = before.indexOf(Math.max(...before));
  return panel.tested.slice(0, MAX_MEASURED).map((row) => {
    const poll = pollRow(row, beliefModel, { target: TARGET });
    const sworn =
      threshold === null ? null : pollRow(row, beliefModel, { target: threshold, certified: true });
    const delivered = sworn?.end === "sure";
    return {
      panel: index,
      question: row.question,
      right: poll.right,
      sure: poll.end === "sure",
      belief: poll.belief,
      calls: poll.asked.length,
      bestRight: isRight(row, best),
      majority: scoreVote(row),
      delivered,
      deliveredWrong: delivered && sworn?.right === false,
    };
  });
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
    const beliefModel = createBeliefModelFrom(names, kindOf(calibrationOf(panel, readings.basis)));
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
      poll: pollRow(row, beliefModel, { target: TARGET, costs: mean.map((cost) => cost / most) }),
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

/** A set's cells in each of the two tables; `null`: the recorded replies are not here. */
function measure(set: string): { asking: string[]; sure: string[] } | null {
  const found = readingsOf(set, usualReads(set));
  if (found === null) return null;
  const readings = withoutGaps(found);
  const rows = NEWER.includes(set) ? Math.floor(readings.questions.length / 2) : ROWS;
  const drawn = Array.from({ length: panels }, (_, index) =>
    panelOf(readings, { seed: `${set} panel ${index}`, rows }),
  );
  const names = drawn.map((panel) => panel.names);
  const outcomes = drawn.flatMap((panel, index) => outcomesOf(panel, index, readings.basis));
  const estimate = (
    value: (outcome: Outcome) => number,
    isCase: (outcome: Outcome) => boolean = () => true,
  ): Estimate => estimateRatio(outcomes.filter(isCase), names, value);
  const title = `${set}, ${rows} rows`;
  return {
    asking: [
      title,
      formatShare(estimate(({ right }) => Number(right))),
      (outcomes.reduce((sum, { calls }) => sum + calls, 0) / outcomes.length).toFixed(2),
      formatPoints(estimate(({ right, bestRight }) => Number(right) - Number(bestRight))),
      formatPoints(estimate(({ right, majority }) => Number(right) - majority)),
    ],
    sure: [
      title,
      calibrationError(outcomes).toFixed(3),
      formatShare(estimate(({ sure }) => Number(sure))),
      outcomes.some(({ sure }) => sure)
        ? formatShare(
            estimate(
              ({ right }) => Number(!right),
              ({ sure }) => sure,
            ),
          )
        : "–",
      formatShare(estimate(({ delivered }) => Number(delivered))),
      formatShare(estimate(({ deliveredWrong }) => Number(deliveredWrong))),
    ],
  };
}

function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const cells of [columns, columns.map(() => "---"), ...rows]) {
    console.log(`| ${cells.join(" | ")} |`.replaceAll(" --- ", "---"));
  }
}

console.log(
  `${panels} panels of 7, target ${TARGET}; certified: at most ${ALPHA} of all questions delivered wrong, on average; the best member was chosen on the rows of the calibration; [middle 95 % of draws of models and questions]\n`,
);
const measured = [...NEWER, ...OLDER].flatMap((set) => measure(set) ?? []);
if (measured.length === 0) console.log("skipped: the recorded replies are not here");
printTable(
  ["asked one by one", "right", "calls", "− best member", "− majority of seven"],
  measured.map(({ asking }) => asking),
);
console.log("");
printTable(
  ["sure", "ECE", "sure of", "of these wrong", "certified: delivered", "delivered wrong"],
  measured.map(({ sure }) => sure),
);
const grades = readingsOf("gsm8k");
if (grades !== null) market(grades);
