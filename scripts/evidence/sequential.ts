/*
 * The sequential panel on recorded replies of real models: 50 random panels of seven, calibrated on 100
 * rows and tested on the rest, through the public API.
 *
 *   node scripts/evidence/sequential.ts [panels] [rows to calibrate on]
 */
import { calibrate, recorded, type Recording } from "../../packages/eval/src/index.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import {
  choice,
  Debate,
  exact,
  math,
  number,
  PanelFailedError,
  sequential,
  type AnswerKind,
  type PartialResult,
  type Position,
} from "../../packages/rostrum/src/index.ts";
import { createRowGrade } from "../../packages/eval/src/grade.ts";
import "../lib/saved-output.ts";
import { calibrationError } from "./polls.ts";
import { recordedFile } from "./recorded.ts";
import { estimateRatio, formatRatio, formatShare, type PanelCase } from "./resample.ts";
import { statingModels } from "./stated-answer.ts";

const PANELS = Number(process.argv[2] ?? 50);
const ROWS = Number(process.argv[3] ?? 100);
const SIZE = 7;
const TARGET = 0.97;

/** One test question under one panel. */
interface Outcome extends PanelCase {
  right: boolean;
  /** The majority of all seven. */
  majorityRight: boolean;
  /** The member that was best on the rows of the calibration. */
  bestRight: boolean;
  calls: number;
  sure: boolean;
  belief: number;
}

interface Measured {
  outcomes: Outcome[];
  /** The members of each panel. */
  panels: string[][];
}

/** Where nobody could be read there is no answer, which counts as wrong. */
async function resultOf(debate: Debate<unknown>, question: string): Promise<PartialResult> {
  try {
    return await debate.run(question);
  } catch (error) {
    if (error instanceof PanelFailedError) return error.partial;
    throw error;
  }
}

async function positionsOf(debate: Debate<unknown>, question: string): Promise<Position[]> {
  return (await resultOf(debate, question)).rounds[0]?.positions ?? [];
}

async function measure(recording: Recording, answer: AnswerKind<unknown>): Promise<Measured> {
  const outcomes: Outcome[] = [];
  const panels: string[][] = [];
  const questionNumbers = new Map(recording.items.map((item, index) => [item, index]));
  const models = statingModels(recording, answer);
  const all = Object.keys(models);
  for (let panel = 0; panel < PANELS; panel++) {
    const random = createRandom(`panel ${panel}`);
    const names = shuffle(all, random).slice(0, SIZE);
    const items = shuffle(recording.items, random);
    panels.push(names);
    const debaters = names.map((name) => ({ name, model: models[name] as () => string }));
    const limits = { retries: 0 };
    const whole = new Debate<unknown>({ debaters, answer, rounds: 0, limits });
    const rows = [];
    const right = names.map(() => 0);
    for (const item of items.slice(0, ROWS)) {
      const positions = await positionsOf(whole, item.question);
      const replies = Object.fromEntries(positions.map(({ debater, text }) => [debater, text]));
      rows.push({ gold: item.gold, replies });
      const grade = createRowGrade({ item }, answer);
      positions.forEach((said, member) => (right[member]! += Number(grade(said.answer))));
    }
    const best = right.indexOf(Math.max(...right));
    const calibration = calibrate(rows, { answer });
    const poll = sequential({ calibration, target: TARGET });
    const asking = new Debate<unknown>({ debaters, answer, rounds: 0, poll, limits });
    for (const item of items.slice(ROWS)) {
      const grade = createRowGrade({ item }, answer);
      const result = await resultOf(asking, item.question);
      const { answer: voted, rounds } = await resultOf(whole, item.question);
      outcomes.push({
        panel,
        question: questionNumbers.get(item) ?? 0,
        right: grade(result.answer),
        majorityRight: grade(voted),
        bestRight: grade(rounds[0]?.positions[best]?.answer ?? null),
        calls: result.usage.calls,
        sure: result.stopReason === "decided",
        belief: result.confidence ?? 0,
      });
    }
  }
  return { outcomes, panels };
}

const SETS = [
  ["gsm8k", "GSM8K", number()],
  ["math-l5", "MATH level 5", math()],
  ["crux", "CRUX", exact()],
  ["mmlu-pro", "MMLU-Pro", choice()],
] as const;

console.log(
  `${PANELS} panels of ${SIZE}, calibrated on ${ROWS} rows, target ${TARGET}; the best member was chosen on these rows; [middle 95 % of draws of models and questions]\n`,
);
console.log(
  "| | right | best member | asking all seven, majority | calls per question | ECE | sure of | of these wrong |\n" +
    "|---|---|---|---|---|---|---|---|",
);
for (const [name, title, answer] of SETS) {
  const file = recordedFile(name);
  if (file === null) {
    console.log(`${name}: skipped, the recorded replies are not here`);
    continue;
  }
  const { outcomes, panels } = await measure(await recorded(file), answer);
  const share = (
    isCounted: (outcome: Outcome) => boolean,
    cases: readonly Outcome[] = outcomes,
  ): string => formatShare(estimateRatio(cases, panels, (each) => Number(isCounted(each))));
  const sure = outcomes.filter((each) => each.sure);
  const cells = [
    `${title}, ${outcomes.length.toLocaleString("en-US")} answers`,
    share(({ right }) => right),
    share(({ bestRight }) => bestRight),
    share(({ majorityRight }) => majorityRight),
    formatRatio(estimateRatio(outcomes, panels, ({ calls }) => calls)),
    calibrationError(outcomes).toFixed(3),
    share((each) => each.sure),
    sure.length === 0 ? "–" : share(({ right }) => !right, sure),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
