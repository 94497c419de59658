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
import { recordedFile } from "./recorded.ts";
import { statingModels } from "./stated-answer.ts";

const PANELS = Number(process.argv[2] ?? 50);
const ROWS = Number(process.argv[3] ?? 100);
const SIZE = 7;
const TARGET = 0.97;

interface Tally {
  questions: number;
  right: number;
  rightOfAll: number;
  /** Of the member that was best on the rows of the calibration. */
  rightOfBest: number;
  calls: number;
  sure: number;
  sureAndWrong: number;
  bins: { stated: number; right: number }[];
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

async function measure(recording: Recording, answer: AnswerKind<unknown>): Promise<Tally> {
  const tally: Tally = {
    questions: 0,
    right: 0,
    rightOfAll: 0,
    rightOfBest: 0,
    calls: 0,
    sure: 0,
    sureAndWrong: 0,
    bins: Array.from({ length: 10 }, () => ({ stated: 0, right: 0 })),
  };
  const models = statingModels(recording, answer);
  const all = Object.keys(models);
  for (let panel = 0; panel < PANELS; panel++) {
    const random = createRandom(`panel ${panel}`);
    const names = shuffle(all, random).slice(0, SIZE);
    const items = shuffle(recording.items, random);
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
      const isRight = grade(result.answer);
      const { answer: voted, rounds } = await resultOf(whole, item.question);
      tally.questions += 1;
      tally.right += Number(isRight);
      tally.rightOfAll += Number(grade(voted));
      tally.rightOfBest += Number(grade(rounds[0]?.positions[best]?.answer ?? null));
      tally.calls += result.usage.calls;
      if (result.stopReason === "decided") {
        tally.sure += 1;
        tally.sureAndWrong += Number(!isRight);
      }
      const bin = tally.bins[Math.min(9, Math.floor((result.confidence ?? 0) * 10))];
      if (bin) {
        bin.stated += result.confidence ?? 0;
        bin.right += Number(isRight);
      }
    }
  }
  return tally;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const SETS = [
  ["gsm8k", "GSM8K", number()],
  ["math-l5", "MATH level 5", math()],
  ["crux", "CRUX", exact()],
  ["mmlu-pro", "MMLU-Pro", choice()],
] as const;

console.log(`${PANELS} panels of ${SIZE}, calibrated on ${ROWS} rows, target ${TARGET}\n`);
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
  const recording = await recorded(file);
  const { questions, right, rightOfAll, rightOfBest, calls, sure, sureAndWrong, bins } =
    await measure(recording, answer);
  const ece = bins.reduce((sum, bin) => sum + Math.abs(bin.stated - bin.right), 0) / questions;
  const cells = [
    `${title}, ${questions.toLocaleString("en-US")} answers`,
    ...[right, rightOfBest, rightOfAll].map((each) => percent(each / questions)),
    (calls / questions).toFixed(2),
    ece.toFixed(3),
    percent(sure / questions),
    sure === 0 ? "–" : percent(sureAndWrong / sure),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
