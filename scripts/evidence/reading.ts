/*
 * How well replies of real models are read: shares of right answers, beside a plain reading.
 *
 *   node scripts/evidence/reading.ts            the tables
 *   node scripts/evidence/reading.ts --losses   also the replies that the plain reading gets right and ours not
 */
import "../lib/saved-output.ts";
import { hasRecorded, recordedByModel, recordedDebates } from "./recorded.ts";
import { scoreExact, scoreMath, scoreNumber, sharesByModel } from "./score.ts";
import type { Scored } from "./score.ts";

const percent = (share: number): string => (100 * share).toFixed(2);

function printTable(title: string, scored: readonly Scored[]): void {
  console.log(`\n${title}\n\n| % right | rostrum | plain | unread |\n|---|---|---|---|`);
  for (const { model, rows, right, plainRight, unread } of sharesByModel(scored)) {
    const name = / round/.test(model)
      ? `${model} (${rows.toLocaleString("en-US")} replies)`
      : model;
    const cells = [name, percent(right), percent(plainRight), percent(unread)];
    const bold = model === "mean" ? cells.map((cell) => `**${cell}**`) : cells;
    console.log(`| ${bold.join(" | ")} |`);
  }
  const unread = scored.filter(({ read }) => read === null).length;
  const gains = scored.filter((row) => row.right && !row.plainRight).length;
  const losses = scored.filter((row) => !row.right && row.plainRight);
  console.log(
    `\n${scored.length.toLocaleString("en-US")} replies: ${unread} unread; ` +
      `right by ours alone ${gains}, by the plain reading alone ${losses.length}`,
  );
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
  printTable("math-debates-rounds, math()", recordedDebates().map(scoreMath));
}
