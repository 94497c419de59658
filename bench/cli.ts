/** How soon the command line is there: `--version`, `--help` and the whole demo, warm, next to an empty Node program. */
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchRow } from "./journal.ts";
import { medians } from "./walls.ts";

const at = (path: string): string =>
  fileURLToPath(new URL(`../packages/rostrum/${path}`, import.meta.url));
/** What users start is the build; the sources must be stripped of their types first, each time. */
const BUILT = at("dist/bin.js");
const BIN = process.env["BENCH_FROM"] === "src" || !existsSync(BUILT) ? at("src/bin.ts") : BUILT;

export async function cliRows(): Promise<BenchRow[]> {
  const [empty = NaN, version = NaN, help = NaN, demo = NaN] = await medians([
    ["-e", "0"],
    [BIN, "--version"],
    [BIN, "--help"],
    [BIN, "demo", "--plain"],
  ]);
  const row = (name: string, value: number, most: number): BenchRow => ({
    name: `${name} (node -e 0 in the same run: ${empty.toFixed(0)} ms)`,
    value,
    unit: "ms",
    goal: `≤ ${most}`,
    ok: value <= most,
  });
  return [
    row("rostrum --version, warm", version, 150),
    row("rostrum --help, warm", help, 200),
    { name: "rostrum demo, warm", value: demo, unit: "ms" },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, goal, ok } of await cliRows()) {
    const aim = goal === undefined ? "" : ` (goal ${goal})`;
    console.log(`${ok === false ? "✗" : "✓"} ${name}: ${value.toFixed(0)} ${unit}${aim}`);
  }
}
