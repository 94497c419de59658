/** `npm run bench`: one run, one table. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { render, type Row } from "./table.ts";
import { median } from "./walls.ts";

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
  const sources = globSync("packages/{rostrum,core,eval,server,cli,embedded}/src/**/*.ts", {
    cwd: root,
  });
  return sources.every((file) => statSync(`${root}${file}`).mtimeMs <= mtimeMs);
}

/** Every measurement is a process of its own and prints its figures as JSON. */
function measure(file: string, ...args: string[]): Record<string, number> {
  const command = ["--expose-gc", `${here}${file}`, ...args];
  const printed = execFileSync(process.execPath, command, { encoding: "utf8" });
  return JSON.parse(printed) as Record<string, number>;
}

const CONTESTANTS = ["bare", "run", "words", "agreed", "stream", "traced", "langgraph"] as const;

type Contestant = (typeof CONTESTANTS)[number];

const PASSES = 7;

/** Microseconds of each contestant, pass by pass: they take turns, so that a busy minute hits all of them. */
function measureSpeeds(): Record<Contestant, number>[] {
  return Array.from({ length: PASSES }, () => {
    const speeds = CONTESTANTS.map((name) => [name, measure("speed.ts", name)["microseconds"]]);
    return Object.fromEntries(speeds) as Record<Contestant, number>;
  });
}

const micros = (value: number): string =>
  `${value < 1000 ? value.toFixed(1) : Math.round(value)} µs`;

if (!existsSync(`${here}node_modules`)) npm(["ci"], here);
if (process.env["BENCH_FROM"] !== "src" && !isBuilt() && !npm(["run", "build"], root)) {
  console.error("The build failed: the sources are measured instead.");
  process.env["BENCH_FROM"] = "src";
}

const passes = measureSpeeds();
const timeOf = (name: Contestant): number => median(passes.map((speeds) => speeds[name]));
/** How many times as long one contestant takes as another: the median over the passes. */
const ratioOf = (name: Contestant, other: Contestant): number =>
  median(passes.map((speeds) => speeds[name] / speeds[other]));
const byBare = (name: Contestant): string => `${ratioOf(name, "bare").toFixed(1)} × bare`;
const { ours: slow = NaN, bare: bareSlow = NaN } = measure("waiting.ts", "500", "1500");
const { ours: quick = NaN, bare: bareQuick = NaN } = measure("waiting.ts", "100", "300");
const { ours: many = NaN, bare: bareMany = NaN } = measure("waiting.ts", "100", "300", "5000");
const { bytes = NaN } = measure("memory.ts");
const { words = NaN, numbers = NaN } = measure("words.ts");

const rows: Row[] = [
  {
    what: "bare Promise.all of the nine calls",
    figure: micros(timeOf("bare")),
    ratio: "1 × bare",
  },
  {
    what: "rostrum, run()",
    figure: micros(timeOf("run")),
    ratio: byBare("run"),
    goal: "≤ 60 × bare",
    reached: ratioOf("run", "bare") <= 60,
  },
  {
    what: "the same with answers in words",
    figure: micros(timeOf("words")),
    ratio: byBare("words"),
    goal: "≤ 45 × bare",
    reached: ratioOf("words", "bare") <= 45,
  },
  {
    what: "rostrum, run(), all agree in round 0: three calls",
    figure: micros(timeOf("agreed")),
    ratio: byBare("agreed"),
  },
  {
    what: "rostrum, stream(), every event read",
    figure: micros(timeOf("stream")),
    ratio: byBare("stream"),
  },
  {
    what: "rostrum, run() with a tracer",
    figure: micros(timeOf("traced")),
    ratio: `${ratioOf("traced", "run").toFixed(1)} × without`,
  },
  {
    what: "the same debate on LangGraph.js",
    figure: micros(timeOf("langgraph")),
    ratio: `${ratioOf("langgraph", "run").toFixed(1)} × rostrum`,
    goal: "≥ 15 × rostrum",
    reached: ratioOf("langgraph", "run") >= 15,
  },
  {
    what: "1,000 at once, calls of 0.5 to 1.5 s: wall clock by critical path",
    figure: slow.toFixed(3),
    ratio: `${bareSlow.toFixed(3)} bare`,
    goal: "≤ 1.05",
    reached: slow <= 1.05,
  },
  {
    what: "1,000 at once, calls of 0.1 to 0.3 s: the same",
    figure: quick.toFixed(3),
    ratio: `${bareQuick.toFixed(3)} bare`,
  },
  {
    what: "5,000 at once, calls of 0.1 to 0.3 s: the same",
    figure: many.toFixed(3),
    ratio: `${bareMany.toFixed(3)} bare`,
  },
  {
    what: "10,000 live debates, memory of each",
    figure: `${(bytes / 1000).toFixed(1)} kB`,
    goal: "≤ 30 kB",
    reached: bytes <= 30_000,
  },
  {
    what: "five replies of 2 kB, read and grouped: answers in words",
    figure: `${words.toFixed(2)} ms`,
    ratio: `${(words / numbers).toFixed(1)} × numbers`,
    goal: "≤ 0.3 ms",
    reached: words <= 0.3,
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

const { growthRows } = await import("./growth.ts");
rows.push(...(await growthRows()));

console.log(render(rows));
if (rows.some(({ reached }) => reached === false)) process.exitCode = 1;
