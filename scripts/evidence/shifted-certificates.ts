/*
 * What a certificate of 5 % delivers wrong where it was made on easy questions and is used on hard ones, and how much of that
 * still carries its guarantee: none is given from the question on at which the alarm is raised. Random panels of seven
 * on recorded replies.
 *
 *   node scripts/evidence/shifted-certificates.ts [panels]
 *
 * Takes about two minutes for 60 panels.
 */
import "../lib/saved-output.ts";
import { createPollReplayer } from "../../packages/core/src/decide/replay.ts";
import { certify } from "../../packages/eval/src/index.ts";
import { rowOf } from "./polls.ts";
import { readingsOf, usualReads, withoutGaps } from "./readings.ts";
import { estimateRatio, formatShare } from "./resample.ts";
import {
  drawPanel,
  findAlarm,
  mean,
  percent,
  POLL,
  splitByDifficulty,
  watchPanel,
} from "./watched.ts";

const panels = Number(process.argv[2] ?? 60);
const ALPHA = 0.05;
const LENGTHS = [60, 150];

console.log(
  `${panels} panels of 7, certified on 100 easy rows: at most ${ALPHA} of all questions delivered wrong, on average; [middle 95 % of draws of models]\n`,
);
const columns = LENGTHS.flatMap((length) => [
  `${length} hard questions: delivered wrong`,
  "of these with a guarantee",
]);
console.log(`| set | issued | other easy ones: delivered wrong | ${columns.join(" | ")} |`);
console.log(`|---|---|---|${columns.map(() => "---|").join("")}`);
for (const set of ["gsm8k", "crux", "math-l5", "mmlu-pro"]) {
  const found = readingsOf(set, usualReads(set));
  if (found === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const readings = withoutGaps(found);
  const issued = Array.from({ length: panels }, (_, index) => {
    const panel = drawPanel(readings, `${set} shifted ${index}`);
    const { easy, hard } = splitByDifficulty(readings, panel);
    const row = (question: number): ReturnType<typeof rowOf> =>
      rowOf(readings, panel.members, question);
    const watched = watchPanel(panel.names, easy.slice(0, 100).map(row), readings.basis);
    const { threshold: target } = certify(
      { version: 1, kinds: { [readings.basis]: watched.known } },
      { alpha: ALPHA, mode: "delivered" },
    );
    if (target === null) return [];
    const poll = createPollReplayer(watched.beliefModel, { ...POLL, target });
    const isWrong = (each: ReturnType<typeof rowOf>): boolean => {
      const { end, right } = poll(each);
      return end === "sure" && !right;
    };
    const rows = hard.slice(0, Math.max(...LENGTHS)).map(row);
    const wrong = rows.map(isWrong);
    const alarm = findAlarm(watched, rows.map(watched.see));
    const share = (list: readonly boolean[]): number => mean(list.map(Number));
    const others = easy.slice(100).map(row).map(isWrong);
    return [
      {
        names: panel.names,
        usual: share(others),
        all: LENGTHS.map((length) => share(wrong.slice(0, length))),
        // The question that raises the alarm has no guarantee any more.
        guaranteed: LENGTHS.map((length) =>
          share(wrong.slice(0, length).map((each, at) => each && at + 1 < (alarm?.at ?? Infinity))),
        ),
      },
    ];
  }).flat();
  // Every panel has its own questions, so only models are drawn.
  const estimate = (value: (each: (typeof issued)[number]) => number): string =>
    formatShare(
      estimateRatio(
        issued.map((each, panel) => ({ panel, question: 0, share: value(each) })),
        issued.map(({ names }) => names),
        ({ share }) => share,
      ),
    );
  const cells = LENGTHS.flatMap((_, at) => [
    estimate(({ all }) => all[at] ?? 0),
    estimate(({ guaranteed }) => guaranteed[at] ?? 0),
  ]);
  console.log(
    `| ${set} | ${percent(issued.length / panels)} | ${estimate(({ usual }) => usual)} | ${cells.join(" | ")} |`,
  );
}
