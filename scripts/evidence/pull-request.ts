/*
 * How long `rostrum review --pr` takes by itself, from the start of the process to its end: a pull request of 600 changed
 * lines, members that reply at once, and a stand-in for GitHub's API on this machine.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitHubServer, type GitHubServer } from "../../test/support/github-server.ts";
import { changeLine, readTree } from "../../test/support/recorded-pull-request.ts";
import { ROOT } from "../lib/root.ts";
import "../lib/saved-output.ts";

const RUNS = 7;
const PROGRAM = join(ROOT, "packages/rostrum/dist/cli/bin.js");
const CONFIG = join(ROOT, "test/cli/support/reviewers.config.ts");

async function review(hub: GitHubServer, home: string): Promise<number> {
  const args = [PROGRAM, "review", "--pr", "7", "--config", CONFIG];
  const env = { PATH: process.env["PATH"], HOME: home, ROSTRUM_HOME: home, ...hub.env };
  const began = performance.now();
  const child = spawn(process.execPath, args, { cwd: home, env, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 4) throw new Error(`expected the exit code 4, got ${code}`);
  return performance.now() - began;
}

const median = (times: number[]): string =>
  `${((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(2)} s`;

const head = readTree("head");
const first: number[] = [];
const second: number[] = [];
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
console.log(`| review of 600 changed lines | median of ${RUNS} |`);
console.log("|---|---|");
console.log(`| the first | ${median(first)} |`);
console.log(`| after another commit | ${median(second)} |`);
