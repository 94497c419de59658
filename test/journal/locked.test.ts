import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteJournal, type RunStore, type SqliteJournalOptions } from "rostrum";
import { serve, type Serving } from "rostrum/server";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { sent } from "../server/support/socket.ts";
import { says } from "../support/panel.ts";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-locked-"));
  path = join(folder, "runs.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function journalAt(options: SqliteJournalOptions): RunStore {
  const journal = sqliteJournal(path, options);
  onTestFinished(() => journal.close());
  return journal;
}

/** Another process that keeps the file locked until it is told to let go. */
const LOCKER = `
  const { DatabaseSync } = require("node:sqlite");
  const db = new DatabaseSync(process.argv[1], { timeout: 5000 });
  db.exec("BEGIN IMMEDIATE");
  process.stdout.write("locked");
  process.stdin.on("end", () => { db.exec("ROLLBACK"); db.close(); }).resume();
`;

async function lock(): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(process.execPath, ["-e", LOCKER, path], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const gone = once(child, "exit");
  onTestFinished(() => void child.kill());
  await once(child.stdout!, "data");
  return async () => {
    child.stdin?.end();
    await gone;
  };
}

/** Counts turns of the event loop until it is asked to stop. */
function countTurns(): () => number {
  let turns = 0;
  let going = true;
  const turn = (): void => {
    turns += 1;
    if (going) setTimeout(turn, 1);
  };
  turn();
  return () => {
    going = false;
    return turns;
  };
}

async function listening(journal: RunStore): Promise<Serving> {
  const panel = { debaters: [says("Answer: 4"), says("Answer: 4")], rounds: 0 };
  const serving = await serve({ port: 0, journal, panels: { sums: panel } });
  onTestFinished(() => serving.close());
  return serving;
}

function ask(serving: Serving): ReturnType<typeof sent> {
  return sent(serving, "/debates?wait=true", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "What is 2 + 2?", panel: "sums", id: "sum" }),
  });
}

it("while another process has the file locked, timers run and the server answers", async () => {
  const journal = journalAt({ busyTimeoutMs: 60_000 });
  const serving = await listening(journal);
  await journal.list();
  const release = await lock();
  const turns = countTurns();
  let held = false;
  const run = journal.open("waiting", {}).then((opened) => {
    held = true;
    return opened;
  });
  const asked = ask(serving);
  for (let times = 0; times < 20; times++) {
    expect((await sent(serving, "/healthz")).status).toBe(200);
  }
  expect(held).toBe(false);
  expect(turns()).toBeGreaterThan(20);
  await release();
  await (await run).close("completed");
  expect((await asked).status).toBeLessThan(300);
  const { runs } = await journal.list();
  expect(runs.map(({ id }) => id).toSorted()).toEqual(["sum", "waiting"]);
});

it("opening a new journal waits in the same way", async () => {
  const first = sqliteJournal(path);
  await first.list();
  await first.close();
  const release = await lock();
  const turns = countTurns();
  const opened = journalAt({ busyTimeoutMs: 60_000 }).open("run", {});
  let turned = 0;
  while (turned < 30) {
    await new Promise((resolve) => setImmediate(resolve));
    turned += 1;
  }
  await release();
  await (await opened).close("completed");
  expect(turns()).toBeGreaterThan(0);
});

it("a client that is told of the journal's trouble is not told where the journal is", async () => {
  const journal = journalAt({ busyTimeoutMs: 20 });
  const serving = await listening(journal);
  await journal.list();
  const release = await lock();
  const answers = [
    await ask(serving),
    await sent(serving, "/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "sums", messages: [{ role: "user", content: "2 + 2?" }] }),
    }),
    await sent(serving, "/debates/sum", { method: "DELETE" }),
  ];
  await release();
  const told = answers.map(({ text }) => text).join("\n");
  expect(told).toContain("another process keeps the file locked");
  expect(told).not.toContain(folder);
  expect(told).not.toContain("runs.db");
  await expect(journal.read("sum")).resolves.toBeUndefined();
});

it("the operator is told where it is", async () => {
  const journal = journalAt({ busyTimeoutMs: 5 });
  await journal.list();
  const release = await lock();
  const error = await journal.open("run", {}).catch((thrown: unknown) => thrown);
  await release();
  expect(error).toMatchObject({ code: "journal_locked" });
  expect((error as Error).message).toContain(path);
  expect((error as { publicMessage: string }).publicMessage).not.toContain(folder);
});
