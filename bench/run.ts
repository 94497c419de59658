/** `npm run bench`: one run, one table. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { render, type Row } from "./table.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));

/** What it prints goes to stderr: stdout is for the table. */
function npm(args: string[], folder: string): boolean {
  console.error(`npm ${args.join(" ")} in ${folder}`);
  return spawnSync("npm", args, { cwd: folder, stdio: ["ignore", 2, 2] }).status === 0;
}

/** What is measured is the build, and the build is that of the sources. */
function isBuilt(): boolean {
  const built = `${root}packages/rostrum/dist/index.js`;
  if (!existsSync(built)) return false;
  const { mtimeMs } = statSync(built);
  const sources = globSync("packages/rostrum/src/**/*.ts", { cwd: root });
  return sources.every((file) => statSync(`${root}${file}`).mtimeMs <= mtimeMs);
}

/** Every measurement is a process of its own and prints its figures as JSON. */
function measure(file: string, ...args: string[]): Record<string, number> {
  const command = ["--expose-gc", `${here}${file}`, ...args];
  const printed = execFileSync(process.execPath, command, { encoding: "utf8" });
  return JSON.parse(printed) as Record<string, number>;
}

/** Each contestant several times and in turn, so that a busy minute hits all of them. */
function fastest(): Record<"bare" | "run" | "stream" | "traced" | "langgraph", number> {
  const best = {
    bare: Infinity,
    run: Infinity,
    stream: Infinity,
    traced: Infinity,
    langgraph: Infinity,
  };
  for (let pass = 0; pass < 3; pass++) {
    for (const name of ["bare", "run", "stream", "traced", "langgraph"] as const) {
      const { microseconds = NaN } = measure("speed.ts", name);
      best[name] = Math.min(best[name], microseconds);
    }
  }
  return best;
}

const micros = (value: number): string =>
  `${value < 1000 ? value.toFixed(1) : Math.round(value)} µs`;

if (!existsSync(`${here}node_modules`)) npm(["ci"], here);
if (process.env["BENCH_FROM"] !== "src" && !isBuilt() && !npm(["run", "build"], root)) {
  console.error("The build failed: the sources are measured instead.");
  process.env["BENCH_FROM"] = "src";
}

const { bare, run, stream, traced, langgraph } = fastest();
const { ours: slow = NaN, bare: bareSlow = NaN } = measure("waiting.ts", "500", "1500");
const { ours: quick = NaN, bare: bareQuick = NaN } = measure("waiting.ts", "100", "300");
const { bytes = NaN } = measure("memory.ts");

const rows: Row[] = [
  { what: "bare Promise.all of the nine calls", figure: micros(bare), ratio: "1 × bare" },
  {
    what: "rostrum, run()",
    figure: micros(run),
    goal: "≤ 150 µs",
    reached: run <= 150,
  },
  {
    what: "the same, by the bare floor",
    figure: `${(run / bare).toFixed(1)} ×`,
    goal: "≤ 20 ×",
    reached: run <= 20 * bare,
  },
  {
    what: "rostrum, stream(), every event read",
    figure: micros(stream),
    ratio: `${(stream / bare).toFixed(1)} × bare`,
    goal: "≤ 150 µs",
    reached: stream <= 150,
  },
  {
    what: "rostrum, run() with a tracer",
    figure: micros(traced),
    ratio: `${(traced / run).toFixed(1)} × without`,
  },
  {
    what: "the same debate on LangGraph.js",
    figure: micros(langgraph),
    ratio: `${(langgraph / run).toFixed(1)} × rostrum`,
    goal: "rostrum ≤ 1/30",
    reached: run <= langgraph / 30,
  },
  {
    what: "1,000 at once, calls of 0.5 to 1.5 s: wall clock by critical path",
    figure: slow.toFixed(3),
    ratio: `${bareSlow.toFixed(3)} bare`,
    goal: "≤ 1.02",
    reached: slow <= 1.02,
  },
  {
    what: "1,000 at once, calls of 0.1 to 0.3 s: the same",
    figure: quick.toFixed(3),
    ratio: `${bareQuick.toFixed(3)} bare`,
  },
  {
    what: "10,000 live debates, memory of each",
    figure: `${(bytes / 1000).toFixed(1)} kB`,
    goal: "≤ 50 kB",
    reached: bytes <= 50_000,
  },
];

const { cliRows } = await import("./cli.ts");
const { journalRows } = await import("./journal.ts");
const { startRows } = await import("./start.ts");
for (const { name, value, unit, goal, ok } of [
  ...(await startRows()),
  ...(await journalRows()),
  ...(await cliRows()),
]) {
  rows.push({ what: name, figure: `${value.toPrecision(3)} ${unit}`, goal, reached: ok });
}

console.log(render(rows));
if (rows.some(({ reached }) => reached === false)) process.exitCode = 1;
