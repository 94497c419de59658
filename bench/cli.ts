/** How soon the command line is there: `--version` and `--help`, warm, beside an empty Node program. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchRow } from "./journal.ts";

const at = (path: string): string =>
  fileURLToPath(new URL(`../packages/rostrum/${path}`, import.meta.url));
/** What users start is the build; the sources must be stripped of their types first, each time. */
const BUILT = at("dist/cli/bin.js");
const BIN =
  process.env["BENCH_FROM"] === "src" || !existsSync(BUILT) ? at("src/cli/bin.ts") : BUILT;
const TURNS = 15;

function wall(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code === 0) resolve(performance.now() - begun);
      else reject(new Error(`${args.join(" ")} ended with ${code}`));
    });
  });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** In turns, so that a busy machine is busy for all of them alike. */
async function medians(programs: readonly (readonly string[])[]): Promise<number[]> {
  const walls = programs.map((): number[] => []);
  for (const program of programs) await wall(program);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [index, program] of programs.entries()) walls[index]?.push(await wall(program));
  }
  return walls.map(median);
}

export async function cliRows(): Promise<BenchRow[]> {
  const [empty = NaN, version = NaN, help = NaN] = await medians([
    ["-e", "0"],
    [BIN, "--version"],
    [BIN, "--help"],
  ]);
  const row = (name: string, value: number, most: number): BenchRow => ({
    name: `${name} (node -e 0 in the same run: ${empty.toFixed(0)} ms)`,
    value,
    unit: "ms",
    goal: `≤ ${most}`,
    ok: value <= most,
  });
  return [row("rostrum --version, warm", version, 150), row("rostrum --help, warm", help, 200)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, goal, ok } of await cliRows()) {
    console.log(`${ok ? "✓" : "✗"} ${name}: ${value.toFixed(0)} ${unit} (goal ${goal})`);
  }
}
