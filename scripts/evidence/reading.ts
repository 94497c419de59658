/*
 * How well replies of real models are read: shares of right answers, beside a plain reading.
 *
 *   node scripts/evidence/reading.ts            the tables
 *   node scripts/evidence/reading.ts --losses   also the replies that the plain reading gets right and ours not
 */
import { hasRecorded, recordedByModel, recordedDebates } from "./recorded.ts";
import { scoreExact, scoreMath, scoreNumber, sharesByModel } from "./score.ts";
import type { Scored } from "./score.ts";

const percent = (share: number): string => (100 * share).toFixed(2).padStart(6);

function printTable(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}\n${"".padEnd(32)}   rows   ours  plain  unread  (% of rows)`);
  for (const { model, rows, right, plainRight, unread } of sharesByModel(scored)) {
    console.log(
      `${model.padEnd(32)} ${String(rows).padStart(6)} ${percent(right)} ${percent(plainRight)}  ${percent(unread)}`,
    );
  }
  const gains = scored.filter((row) => row.right && !row.plainRight).length;
  const losses = scored.filter((row) => !row.right && row.plainRight);
  console.log(`right by ours alone: ${gains}; right by the plain reading alone: ${losses.length}`);
  if (!process.argv.includes("--losses")) return;
  for (const { id, model, gold, read, plain } of losses.slice(0, 40)) {
    console.log(
      `  ${id} ${model}: gold ${gold}, ours ${read?.slice(0, 80)}, plain ${plain?.slice(0, 80)}`,
    );
  }
}

if (!hasRecorded()) {
  console.log("skipped: there is no ../shared/recorded");
} else {
  printTable("gsm8k, number()", recordedByModel("gsm8k.jsonl.gz").map(scoreNumber));
  printTable("math-l5, math()", recordedByModel("math-l5.jsonl.gz").map(scoreMath));
  printTable(
    "crux, exact(): texts; plain is the truth",
    recordedByModel("crux.jsonl.gz").flatMap((row) => scoreExact(row) ?? []),
  );
  printTable("math-debates, math()", recordedDebates().map(scoreMath));
}
