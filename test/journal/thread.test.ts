import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import threads from "node:worker_threads";
import { debate, sqliteJournal, type RunStore, type StoredEvent } from "rostrum";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rejection } from "../support/outcomes.ts";
import { panelSaying } from "../support/panel.ts";

let folder = "";
let path = "";
const open: RunStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-thread-"));
  path = join(folder, "runs.db");
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const journal of open.splice(0)) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function journalHere(): RunStore {
  const journal = sqliteJournal(path);
  open.push(journal);
  return journal;
}

/** A journal that a server uses: its long reads are made by another thread. */
async function served(): Promise<RunStore> {
  const journal = journalHere();
  await journal.service?.countDeliveries();
  return journal;
}

async function asked(journal: RunStore, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await debate(
      `Which of ${n}?`,
      { debaters: panelSaying("red", "blue"), journal },
      { id: `r${n}` },
    );
  }
}

/** Counts the turns of the event loop while something is pending. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let pending = true;
  const turn = (): void => {
    turns += 1;
    if (pending) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  pending = false;
  return turns;
}

test("a thread finds what this thread finds", async () => {
  const alone = journalHere();
  await asked(alone, 7);
  const other = await served();
  for (const query of [
    {},
    { search: "WHICH of 3" },
    { limit: 2, totals: true },
    { oldestFirst: true },
  ]) {
    expect(await other.list(query)).toEqual(await alone.list(query));
  }
  const { next } = await other.list({ limit: 3 });
  expect((await other.list({ limit: 3, before: next ?? "" })).runs.map(({ id }) => id)).toEqual([
    "r3",
    "r2",
    "r1",
  ]);
});

test("a list has what was written before it was asked for", async () => {
  const journal = await served();
  const run = await journal.open("a", {});
  void run.stepStarted("r0.d0", "hash", { attempts: 0, usage: {}, costUsd: 0 });
  expect((await journal.list()).runs).toMatchObject([{ id: "a", status: "running" }]);
  await run.close("completed");
  expect((await journal.list()).runs).toMatchObject([{ id: "a", status: "completed" }]);
});

test("the event loop goes on during a long search", async () => {
  const journal = await served();
  const db = new DatabaseSync(path);
  db.exec(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
    INSERT INTO runs (id, inputs, status, redacted, created_at, updated_at, question)
    SELECT 'r' || n, '{}', 'completed', 0, 1, 1, 'a question with İ of number ' || n FROM numbers`);
  db.close();
  await journal.list({ limit: 1 });
  const searching = journal.list({ search: "nowhere i̇", totals: true });
  // A search on this thread leaves a turn or two.
  expect(await turnsDuring(searching)).toBeGreaterThan(3);
  expect((await searching).totals?.runs).toBe(0);
});

test("an error of the thread is the same error", async () => {
  const alone = journalHere();
  await asked(alone, 1);
  const db = new DatabaseSync(path);
  db.exec("UPDATE runs SET status = 'odd'");
  db.close();
  const expected = await rejection(alone.list());
  expect(expected).toMatchObject({ name: "JournalError", code: "journal_damaged" });
  const error = await rejection((await served()).list());
  expect(error).toMatchObject({ ...expected, name: "JournalError", message: expected.message });
});

test("where there are no threads, this one does it", async () => {
  vi.spyOn(threads, "Worker").mockImplementation(function none() {
    throw new Error("no threads here");
  });
  const journal = await served();
  await asked(journal, 2);
  expect((await journal.list()).runs).toHaveLength(2);
  expect(await journal.service?.expire(Number.MAX_SAFE_INTEGER)).toBe(2);
});

test("a thread that ends is replaced by this one", async () => {
  const { Worker } = threads;
  const started: InstanceType<typeof Worker>[] = [];
  vi.spyOn(threads, "Worker").mockImplementation(function start(...args) {
    const worker = new Worker(...args);
    started.push(worker);
    return worker;
  });
  const journal = await served();
  await asked(journal, 2);
  expect((await journal.list()).runs).toHaveLength(2);
  const lost = journal.list();
  await started[0]?.terminate();
  expect((await lost).runs).toHaveLength(2);
  expect((await journal.list()).runs).toHaveLength(2);
  expect(started).toHaveLength(1);
});

test("debates go on while old runs expire and the file is made smaller", async () => {
  const journal = await served();
  const question = "words ".repeat(2000);
  for (let n = 0; n < 60; n++) {
    const run = await journal.open(`old${n}`, {});
    const event = {
      type: "debate.started",
      debateId: `old${n}`,
      at: 1,
      seq: 0,
      panel: [],
      question,
    };
    await run.appendEvents([event as unknown as StoredEvent]);
    await run.close("completed");
  }
  const before = Date.now() + 1;
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(before));
  const expiring = journal.service?.expire(before);
  await Promise.all([asked(journal, 3), journal.list(), journal.read("old0")]);
  expect(await expiring).toBe(60);
  expect((await journal.list()).runs.map(({ id }) => id)).toEqual(["r2", "r1", "r0"]);
  await journal.close();
  expect(statSync(path).size).toBeLessThan(500_000);
});

test("the log is copied to the file by the thread, and begins anew", async () => {
  const journal = await served();
  const run = await journal.open("long", {});
  const started = {
    type: "debate.started",
    debateId: "long",
    at: 1,
    panel: [],
    question: "Which?",
  };
  for (let seq = 0; seq < 3000; seq++) {
    await run.appendEvents([{ ...started, seq } as unknown as StoredEvent]);
  }
  // Without checkpoints, these writes would make a log of more than 40 MB.
  expect(statSync(`${path}-wal`).size).toBeLessThan(30_000_000);
  await run.close("completed");
  expect(await journal.eventsFrom("long", 0)).toHaveLength(3000);
});

test("the thread doesn't keep a process alive, and a journal that is closed ends it", async () => {
  const rostrum = JSON.stringify(
    new URL("../../packages/rostrum/src/index.ts", import.meta.url).href,
  );
  const program = (end: string): string => `
    const { sqliteJournal } = await import(${rostrum});
    const journal = sqliteJournal(${JSON.stringify(path)});
    await journal.service.countDeliveries();
    console.log(JSON.stringify((await journal.list()).runs));
    ${end}`;
  const run = promisify(execFile);
  for (const end of [
    "",
    "await journal.close()",
    "journal.list().catch(() => null); await journal.close()",
  ]) {
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program(end)]);
    expect(stdout).toBe("[]\n");
  }
});
