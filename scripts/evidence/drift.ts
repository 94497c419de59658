/*
 * How often reviews say that a calibration no longer holds: wrongly, where nothing changed, and rightly, where it was
 * learned on easy questions and used on hard ones. Random panels of seven on recorded replies, asked one by one.
 *
 *   node scripts/evidence/drift.ts [panels] [odd|even]
 *
 * Takes about five minutes for 100 panels.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/rostrum/src/api/index.ts";
import { binomialAtLeast } from "../../packages/rostrum/src/eval/statistics/binomial.ts";
import { weighPromises, type Reviewed } from "./methods/promise-test.ts";
import { pollRow } from "./polls.ts";
import { halfOf, readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import {
  drawPanel,
  mean,
  percent,
  rowOf,
  splitByDifficulty,
  watchPanel,
  type DrawnPanel,
} from "./watched.ts";

const panels = Number(process.argv[2] ?? 100);
const half = process.argv[3];
const LEAST = 20;

interface Case {
  reviews: (Reviewed & { decided: boolean })[];
  /** The factor after each review. */
  factors: number[];
}

function review(
  readings: Readings,
  { members, names }: DrawnPanel,
  calibrated: readonly number[],
  reviewed: readonly number[],
): Case {
  const row = (question: number): ReturnType<typeof rowOf> => rowOf(readings, members, question);
  const { known, judgement } = watchPanel(names, calibrated.map(row), readings.basis);
  const reviews = reviewed.map((question) => {
    const { belief, right, end } = pollRow(row(question), judgement, { target: 0.97 });
    return { confidence: belief, right, decided: end === "sure" };
  });
  return { reviews, factors: weighPromises(reviews, known.beliefs) };
}

/** The test before this one: two tests, each at half of 5 %, as if the calibration were exact. */
function failsOnce(reviews: Case["reviews"]): boolean {
  const decided = reviews.filter((each) => each.decided);
  const wrong = decided.filter(({ right }) => !right).length;
  const allowed = mean(decided.map(({ confidence }) => 1 - confidence));
  const promised = reviews.reduce((sum, { confidence }) => sum + confidence, 0);
  const right = reviews.filter((each) => each.right).length;
  const variance = reviews.reduce((sum, { confidence: p }) => sum + p * (1 - p), 0);
  const sure = decided.length === 0 ? 1 : binomialAtLeast(wrong, decided.length, allowed);
  // Two-sided 2.5 %.
  return sure < 0.025 || Math.abs(right - promised) / Math.sqrt(variance) > 2.2414;
}

const fails = ({ factors }: Case, count: number): boolean =>
  factors.slice(LEAST - 1, count).some((factor) => factor >= 20);

const share = (cases: readonly Case[], isOne: (one: Case) => boolean): string =>
  cases.length === 0 ? "–" : percent(mean(cases.map((one) => Number(isOne(one)))));

console.log(
  `${panels} panels of 7; the factor is looked at after every review from the ${LEAST}th on${half === undefined ? "" : `; ${half} questions only`}\n`,
);
const columns = [
  "before, once at 100 reviews",
  "before, looked at every ten",
  "now, within 100",
  "now, within 200",
  "easy to hard, now, within 50",
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
    const usual: Case[] = [];
    const harder: Case[] = [];
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
      share(usual, ({ reviews }) => failsOnce(reviews.slice(0, 100))),
      share(usual, ({ reviews }) =>
        [20, 30, 40, 50, 60, 70, 80, 90, 100].some((count) => failsOnce(reviews.slice(0, count))),
      ),
      ...[100, 200].map((count) => share(usual, (one) => fails(one, count))),
      ...[50, 100].map((count) => share(harder, (one) => fails(one, count))),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
