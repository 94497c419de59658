/*
 * An upgrade while running: servers of an earlier version and of this one on one Postgres database.
 * `node scripts/upgrade.ts [commit of the earlier version] [debates]`. The earlier server begins debates, this version's
 * server migrates the journal and joins it, both begin more, the earlier one is stopped, and the rest goes on here. It is
 * not part of the check; test/postgres/migrations.test.ts is a short version of it.
 */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { installPostgres, postgresServer } from "../test/postgres/support/server.ts";
import { openAiServer } from "../test/support/openai-server.ts";
import { ROOT } from "./lib/root.ts";

const [commit = "cd837254", count = "40"] = process.argv.slice(2);
const DEBATES = Number(count);
const CALL_MS = 300;

interface Side {
  url: string;
  child: ChildProcess;
}

async function serve(root: string, config: string, database: string): Promise<Side> {
  // Earlier versions had the command at another path.
  const bin = ["packages/rostrum/src/bin.ts", "packages/cli/src/bin.ts"]
    .map((path) => join(root, path))
    .find(existsSync)!;
  const args = ["serve", "--port", "0", "--config", config, "--journal", database];
  const child = spawn(process.execPath, [bin, ...args, "--max-requests", "100000"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: folder },
  });
  let words = "";
  child.stderr?.on("data", (piece: Buffer) => (words += piece.toString()));
  const ended = once(child, "exit").then(() => {
    throw new Error(words.trim());
  });
  ended.catch(() => undefined);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [url] = (await Promise.race([once(lines, "line"), ended])) as [string];
  return { url, child };
}

async function begin({ url }: Side, id: string): Promise<void> {
  const response = await fetch(`${url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "What is 2+2?", id }),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

async function listRuns({ url }: Side): Promise<{ id: string; status: string }[]> {
  const response = await fetch(`${url}/debates?limit=200`);
  return ((await response.json()) as { runs: { id: string; status: string }[] }).runs;
}

if (!(await installPostgres())) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), "rostrum-upgrade-"));
const earlier = join(folder, "earlier");
execFileSync("mkdir", [earlier]);
const archive = execFileSync("git", ["archive", commit, "packages", "package.json"], {
  cwd: ROOT,
  maxBuffer: 1 << 30,
});
execFileSync("tar", ["-x", "-C", earlier], { input: archive });
// Packages have a few dependencies in versions of their own.
for (const place of [".", "packages/rostrum", "packages/embedded"]) {
  const installed = join(ROOT, place, "node_modules");
  if (existsSync(installed))
    symlinkSync(installed, join(earlier, place, "node_modules"), "junction");
}
const database = await postgresServer();
const models = await openAiServer(() => ({ reply: "Answer: 4", until: setTimeout(CALL_MS) }));
const config = join(folder, "rostrum.config.json");
const debaters = [`compat:tiny@${models.url}*3`];
const panel = { debaters, rounds: 1, stop: "never", revise: "everyone", compare: "rules" };
writeFileSync(config, JSON.stringify({ panels: { panel } }));
const ids = [...Array(DEBATES).keys()].map((index) => `debate-${index}`);
try {
  const old = await serve(earlier, config, database.url);
  for (const id of ids.slice(0, DEBATES / 2)) await begin(old, id);
  const current = await serve(ROOT, config, database.url);
  console.log("this version joined the journal, while the earlier one had debates under way");
  for (const [index, id] of ids.slice(DEBATES / 2).entries()) {
    await begin(index % 2 === 0 ? old : current, id);
  }
  console.log(
    `the earlier server sees ${(await listRuns(old)).length} debates, this one ${(await listRuns(current)).length}`,
  );
  const exit = once(old.child, "exit");
  old.child.kill("SIGTERM");
  const [code] = (await exit) as [number | null];
  console.log(`the earlier server was stopped, with exit code ${code}`);
  let runs = await listRuns(current);
  while (runs.some(({ status }) => status === "running")) {
    await setTimeout(200);
    runs = await listRuns(current);
  }
  const completed = runs.filter(({ status }) => status === "completed").length;
  console.log(`completed                ${completed} of ${DEBATES}`);
  console.log(
    `calls                    ${models.received.length}, of which ${DEBATES * 6} were needed`,
  );
  const refused = await serve(earlier, config, database.url).then(
    () => "it started",
    (error: Error) => error.message.split("\n")[0] ?? "",
  );
  console.log(`the earlier version now  ${refused.replaceAll(database.url, "[database]")}`);
  current.child.kill("SIGTERM");
  await once(current.child, "exit");
} finally {
  await models.close();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}
