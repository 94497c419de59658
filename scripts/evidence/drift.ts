/*
 * How often reviews say that a calibration no longer holds: wrongly, where nothing changed, and rightly, where it was
 * learned on easy questions and used on hard ones. Random panels of seven on recorded replies, asked one by one.
 *
 *   node scripts/evidence/drift.ts [panels] [odd|even]
 *
 * Takes about five minutes for 100 panels.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/core/src/record/random.ts";
import { weighPromises, type ReviewedPromise } from "../../packages/eval/src/panel/promise-test.ts";
import { pollRow, rowOf } from "./polls.ts";
import { halfOf, readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import {
  drawPanel,
  mean,
  percent,
  splitByDifficulty,
  watchPanel,
  type DrawnPanel,
} from "./watched.ts";

const panels = Number(process.argv[2] ?? 100);
const half = process.argv[3];
const MIN_REVIEWS = 20;

/** The factor after each review. */
function review(
  readings: Readings,
  { members, names }: DrawnPanel,
  calibrated: readonly number[],
  reviewed: readonly number[],
): number[] {
  const row = (question: number): ReturnType<typeof rowOf> => rowOf(readings, members, question);
  const { known, beliefModel } = watchPanel(names, calibrated.map(row), readings.basis);
  const reviews = reviewed.map((question): ReviewedPromise => {
    const { belief, right } = pollRow(row(question), beliefModel, { target: 0.97 });
    return { confidence: belief, right };
  });
  return weighPromises(reviews, known.beliefs);
}

const fails = (factors: readonly number[], count: number): boolean =>
  factors.slice(MIN_REVIEWS - 1, count).some((factor) => factor >= 20);

const share = (cases: readonly number[][], count: number): string =>
  cases.length === 0 ? "–" : percent(mean(cases.map((one) => Number(fails(one, count)))));

console.log(
  `${panels} panels of 7; the factor is looked at after every review from the ${MIN_REVIEWS}th on${half === undefined ? "" : `; ${half} questions only`}\n`,
);
const columns = [
  "nothing changed: within 50 reviews",
  "within 100",
  "within 200",
  "easy to hard: within 50 reviews",
  "within 100",
];
console.log(`| set, rows | ${columns.join(" | ")} |\n|---|${columns.map(() => "---|").join("")}`);
for (const set of ["gsm8k", "crux", "math-l5", "mmlu-pro", "mmlu-pro-29"]) {
  const found = readingsOf(set, usualReads(set));
  if (found === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const readings = halfOf(withoutGaps(found), half);
  for (const rows of [50, 100]) {
    const usual: number[][] = [];
    const harder: number[][] = [];
    for (let index = 0; index < panels; index++) {
      const panel = drawPanel(readings, `${set} drift ${index}`);
      const all = shuffle([...readings.questions.keys()], panel.random);
      usual.push(review(readings, panel, all.slice(0, rows), all.slice(rows, rows + 200)));
      if (rows !== 100) continue;
      const { easy, hard } = splitByDifficulty(readings, panel);
      harder.push(review(readings, panel, easy.slice(0, rows), hard.slice(0, 100)));
    }
    const cells = [
      `${set}, ${rows} rows`,
      ...[50, 100, 200].map((count) => share(usual, count)),
      ...[50, 100].map((count) => share(harder, count)),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
