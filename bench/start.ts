/** How soon a program has its first answer: the import of the built package and one debate of three functions. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchRow } from "./journal.ts";
import { medians } from "./walls.ts";

const PACKAGE = fileURLToPath(new URL("../packages/rostrum", import.meta.url));
const MAX_RATIO = 3.5;

/** Three functions as a panel; the third one says something else if it is told to. */
const program = (third: number): string => `
import { debate } from "rostrum";
const says = (text) => () => text;
const { answer } = await debate("What is 6 × 7?", {
  debaters: [says("Answer: 42"), says("Answer: 42"), says("Answer: ${third}")],
});
if (answer !== "42") throw new Error("expected 42, got " + answer);
`;

/** By the time that Node itself takes, since that differs more between machines than our share does. */
export async function startRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-start-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(PACKAGE, join(folder, "node_modules/rostrum"), "junction");
    const file = (third: number): string => {
      const path = join(folder, `first-debate-${third}.mjs`);
      writeFileSync(path, program(third));
      return path;
    };
    const [empty = NaN, agreed = NaN, argued = NaN] = await medians([
      ["-e", ""],
      [file(42)],
      [file(41)],
    ]);
    const row = (panel: string, ms: number): BenchRow => ({
      name: `import and first debate, ${panel}, by an empty Node (${ms.toFixed(0)} by ${empty.toFixed(0)} ms)`,
      value: ms / empty,
      unit: "×",
    });
    const ok = agreed / empty <= MAX_RATIO;
    return [
      { ...row("one round", agreed), goal: `≤ ${MAX_RATIO}`, ok },
      row("three rounds", argued),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, goal, ok } of await startRows()) {
    const aim = goal === undefined ? "" : ` (goal ${goal})`;
    console.log(`${ok === false ? "✗" : "✓"} ${name}: ${value.toFixed(2)} ${unit}${aim}`);
  }
}
