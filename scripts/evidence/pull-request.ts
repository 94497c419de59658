/*
 * How long `rostrum review --pr` takes by itself, from the start of the process to its end: a pull request of 600 changed
 * lines, members that reply at once, and a stand-in for GitHub's API on this machine.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitHubServer, type GitHubServer } from "../../test/support/github-server.ts";
import { changeLine, readTree } from "../../test/support/recorded-pull-request.ts";
import { ROOT } from "../lib/root.ts";
import "../lib/saved-output.ts";

const RUNS = 7;
const PROGRAM = join(ROOT, "packages/rostrum/dist/bin.js");
const CONFIG = join(ROOT, "test/cli/support/reviewers.config.ts");

/** Leaves the CPU time of the process, in microseconds. */
const NOTE_CPU = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  process.getBuiltinModule("node:fs").writeFileSync(process.env.CPU_FILE, String(user + system));
});`;

interface Taken {
  wallMs: number;
  cpuMs: number;
}

async function review(hub: GitHubServer, home: string): Promise<Taken> {
  const note = ["--import", `data:text/javascript,${encodeURIComponent(NOTE_CPU)}`];
  const args = [...note, PROGRAM, "review", "--pr", "7", "--config", CONFIG];
  const file = join(home, "cpu");
  const env = { PATH: process.env["PATH"], HOME: home, ROSTRUM_HOME: home, CPU_FILE: file };
  const began = performance.now();
  const options = { cwd: home, env: { ...env, ...hub.env }, stdio: "ignore" as const };
  const [code] = (await once(spawn(process.execPath, args, options), "exit")) as [number | null];
  if (code !== 4) throw new Error(`expected the exit code 4, got ${code}`);
  return { wallMs: performance.now() - began, cpuMs: Number(readFileSync(file, "utf8")) / 1000 };
}

function formatRow(name: string, taken: readonly Taken[]): string {
  const median = (times: number[]): string =>
    `${((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(2)} s`;
  const wall = median(taken.map(({ wallMs }) => wallMs));
  return `| ${name} | ${wall} | ${median(taken.map(({ cpuMs }) => cpuMs))} |`;
}

const head = readTree("head");
const first: Taken[] = [];
const second: Taken[] = [];
let about = "";
for (let run = 0; run < RUNS; run += 1) {
  await using hub = await gitHubServer(readTree("base"), head);
  const home = mkdtempSync(join(tmpdir(), "rostrum-pull-request-"));
  first.push(await review(hub, home));
  const comments = hub.threads.length;
  hub.push(changeLine(head, "docs/seats.md", "thirty", "forty"));
  second.push(await review(hub, home));
  about = `${comments} comments after the first review, ${hub.threads.length} after the second, ${hub.comments.length} summary`;
  rmSync(home, { recursive: true, force: true });
}
console.log(about);
console.log(`| review of 600 changed lines, median of ${RUNS} | time | CPU time |`);
console.log("|---|---|---|");
console.log(formatRow("the first", first));
console.log(formatRow("after another commit", second));
