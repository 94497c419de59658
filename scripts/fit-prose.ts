/*
 * Fits how answers in prose are compared, on replies that people judged, and writes the weights.
 *
 *   node scripts/fit-prose.ts          held-out figures, then the weights of all rows into the source
 *   node scripts/fit-prose.ts --dry    the figures alone
 */
import { writeFileSync } from "node:fs";
import { featureNames } from "../packages/rostrum/src/answers/prose/features.ts";
import type { Model } from "../packages/rostrum/src/answers/prose/score.ts";
import { hasRecorded } from "./evidence/recorded.ts";
import { fitProse, foldOf, judgedRows, pairsOf, probabilityFor } from "./lib/judged-prose.ts";
import type { Pair } from "./lib/judged-prose.ts";

const target = new URL("../packages/rostrum/src/answers/prose/weights.ts", import.meta.url);

const short = (value: number): number => Number(value.toPrecision(5));

function source(model: Model): string {
  const trees = model.trees.map((tree) => `    [${tree.map(short).join(", ")}],`).join("\n");
  return `import type { Model } from "./score.ts";

/** Written by scripts/fit-prose.ts: run it again rather than change a number. */
export const weights: Model = {
  bias: ${short(model.bias)},
  likelierSame: ${short(model.likelierSame)},
  settledSame: ${short(model.settledSame)},
  settledDifferent: ${short(model.settledDifferent)},
  trees: [
${trees}
  ],
};
`;
}

const percent = (part: number, whole: number): string =>
  ((100 * part) / whole).toFixed(1).padStart(5);

function report(title: string, model: Model, pairs: readonly Pair[]): void {
  console.log(
    `\n${title}: same from ${short(model.likelierSame)}; settled from ${short(model.settledSame)} and below ${short(model.settledDifferent)}`,
  );
  console.log(
    "source   likelier: seen  merged   settled: seen  merged  split   (% of same, different, same pairs)",
  );
  for (const [name, members] of Map.groupBy(pairs, ({ row }) => row.source)) {
    const same = members.filter((pair) => pair.same).map((pair) => probabilityFor(model, pair));
    const different = members
      .filter((pair) => !pair.same)
      .map((pair) => probabilityFor(model, pair));
    const above = (scores: number[], least: number): string =>
      percent(scores.filter((p) => p > least).length, scores.length);
    const split = percent(same.filter((p) => p < model.settledDifferent).length, same.length);
    console.log(
      `${name}              ${above(same, model.likelierSame)}   ${above(different, model.likelierSame)}            ` +
        `${above(same, model.settledSame)}   ${above(different, model.settledSame)}  ${split}`,
    );
  }
}

if (!hasRecorded()) {
  console.log("skipped: there is no ../shared/recorded");
} else {
  const pairs = pairsOf(judgedRows());
  for (const half of [0, 1]) {
    const inside = ({ row }: Pair): boolean => foldOf(row, 2) === half;
    const model = fitProse(pairs.filter((pair) => !inside(pair)));
    report(`held-out half ${half}`, model, pairs.filter(inside));
  }
  const model = fitProse(pairs);
  report("fitted on all rows, on the same rows", model, pairs);
  const uses = new Map<string, number>();
  for (const tree of model.trees)
    for (const at of [0, 2, 4]) {
      const name = featureNames[tree[at] ?? 0] ?? "";
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  console.log("\nhow often each feature is asked:");
  console.log(
    [...uses]
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${count}`)
      .join("; "),
  );
  if (process.argv.includes("--dry")) console.log("\nnothing written");
  else {
    writeFileSync(target, source(model));
    console.log("\nwrote packages/rostrum/src/answers/prose/weights.ts");
  }
}
