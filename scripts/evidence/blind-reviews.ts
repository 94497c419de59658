/*
 * A blind trial of reviews: files of a web framework as they were before bugs in them were fixed, and what three instances of
 * one large model found in them without having seen the fixes. Which finding matches which fix was judged by hand.
 *
 *   node scripts/evidence/blind-reviews.ts
 */
import { readFileSync } from "node:fs";
import { SAME_CAUSE, type TrialFile } from "../../test/live/review-groups.ts";
import "../lib/saved-output.ts";

const file = new URL("../../../shared/live/reviews.json", import.meta.url);
const { about, files } = JSON.parse(readFileSync(file, "utf8")) as {
  about: string;
  files: TrialFile[];
};

const countLow = ({ findings }: TrialFile): number =>
  findings.filter(({ severity }) => severity === "low").length;
const countMerged = (trial: TrialFile): number =>
  (SAME_CAUSE[trial.file] ?? []).reduce((sum, { length }) => sum + length - 1, 0);
const sum = (count: (trial: TrialFile) => number): number =>
  files.reduce((total, trial) => total + count(trial), 0);
const countBugs = ({ fixedLater }: TrialFile): number =>
  fixedLater.filter(({ found }) => found !== null).length;
const countFound = ({ fixedLater }: TrialFile): number =>
  fixedLater.filter(({ found }) => found === true).length;

console.log("| file | bugs fixed later | found | findings | low | findings, merged by cause |");
console.log("|---|---|---|---|---|---|");
for (const trial of files) {
  const { findings } = trial;
  console.log(
    `| ${trial.file} | ${countBugs(trial)} | ${countFound(trial)} | ${findings.length} | ${countLow(trial)} | ${findings.length - countMerged(trial)} |`,
  );
}
const all = sum(({ findings }) => findings.length);
console.log(
  `| all ${files.length} files | ${sum(countBugs)} | ${sum(countFound)} | ${all} | ${sum(countLow)} | ${all - sum(countMerged)} |`,
);

/** Per member it was only counted, when the fixes were matched by hand. */
const counted = /(\d+), (\d+) and (\d+), together (\d+)/.exec(about);
if (counted) {
  const [, ada, boole, curie, together] = counted;
  console.log(`\nfound by ada ${ada}, by boole ${boole}, by curie ${curie}, together ${together}`);
}
