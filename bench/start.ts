/** How soon a program has its first answer: the import of the built package and one debate of three functions. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchRow } from "./journal.ts";
import { medians } from "./walls.ts";

const PACKAGE = fileURLToPath(new URL("../packages/rostrum", import.meta.url));
const MOST = 2.6;

const PROGRAM = `
import { debate } from "rostrum";
const says = (text) => () => text;
const { answer } = await debate("What is 6 × 7?", {
  debaters: [says("Answer: 42"), says("Answer: 42"), says("Answer: 41")],
});
if (answer !== "42") throw new Error("expected 42, got " + answer);
`;

/** By the time that Node itself takes, since that differs more between machines than our share does. */
export async function startRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-start-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(PACKAGE, join(folder, "node_modules/rostrum"), "junction");
    const program = join(folder, "first-debate.mjs");
    writeFileSync(program, PROGRAM);
    const [empty = NaN, first = NaN] = await medians([["-e", ""], [program]]);
    const value = first / empty;
    return [
      {
        name: `import and first debate, by an empty Node (${first.toFixed(0)} and ${empty.toFixed(0)} ms)`,
        value,
        unit: "×",
        goal: `≤ ${MOST}`,
        ok: value <= MOST,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, goal, ok } of await startRows()) {
    console.log(`${ok ? "✓" : "✗"} ${name}: ${value.toFixed(2)} ${unit} (goal ${goal})`);
  }
}
