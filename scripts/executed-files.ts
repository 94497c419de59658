/**
 * Prints which source files a plain debate executes: `run()` of three functions with one revision. A file counts if
 * one of its named functions was called, by V8's coverage of the whole process, imports included.
 *
 *   npm run executed
 */
import { Session } from "node:inspector/promises";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "./lib/root.ts";

const MOST_FILES = 90;

const SOURCES = join(ROOT, "packages/rostrum/src");

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

const { Debate } = (await import(
  pathToFileURL(join(SOURCES, "index.ts")).href
)) as typeof import("rostrum");
const debaters = ["4", "4", "5"].map((answer) => () => `Answer: ${answer}`);
const panel = new Debate({ debaters, rounds: 1, stop: "never", revise: "everyone" });
await panel.run("What is two and two?");

const { result } = await session.post("Profiler.takePreciseCoverage");
const files = result
  .filter(({ url }) => url.startsWith(pathToFileURL(SOURCES).href))
  .filter(({ functions }) =>
    functions.some(
      ({ functionName, ranges }) => functionName !== "" && (ranges[0]?.count ?? 0) > 0,
    ),
  )
  .map(({ url }) => relative(SOURCES, fileURLToPath(url)))
  .sort();

for (const file of files) console.log(file);
const rooms = Object.entries(Object.groupBy(files, (file) => file.split("/")[0] ?? ""));
console.log(`\n${rooms.map(([room, { length } = []]) => `${room} ${length}`).join(", ")}`);
console.log(`${files.length} files, at most ${MOST_FILES}`);
if (files.length > MOST_FILES) process.exitCode = 1;
