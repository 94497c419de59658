import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { debate } from "../../packages/rostrum/src/index.ts";
import { sqliteJournal } from "../../packages/runtime/src/journal/index.ts";
import { connect } from "../../packages/runtime/src/journal/sqlite/connect.ts";
import type { Journal, JournalRun } from "../../packages/core/src/protocol/journal.ts";
import type { RunStore } from "../../packages/runtime/src/journal/run-store.ts";
import { panelSaying } from "../support/panel.ts";

const QUESTION = "What is the answer?";

let folder = "";
let journal: RunStore;

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "rostrum-power-"));
  journal = sqliteJournal(join(folder, "runs.db"));
});

afterEach(async () => {
  await journal.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The same journal. `heard` is called with each write that was reported as done. */
function heardFrom(heard: (write: string) => void): Journal {
  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, options);
      return {
        ...run,
        async stepFinished(...args: Parameters<JournalRun["stepFinished"]>) {
          await run.stepFinished(...args);
          heard(`${id} ${args[0]}`);
        },
        async appendEvents(...args: Parameters<JournalRun["appendEvents"]>) {
          await run.appendEvents(...args);
          for (const { seq } of args[0]) heard(`${id} ${seq}`);
        },
      };
    },
  };
}

async function storedIn(path: string, ids: readonly string[]): Promise<Set<string>> {
  const copy = sqliteJournal(path);
  const runs = await Promise.all(ids.map((id) => copy.read(id)));
  await copy.close();
  return new Set(
    runs.flatMap((run, index) => [
      ...[...(run?.steps ?? [])].flatMap(([id, { outcome }]) =>
        outcome ? `${ids[index]} ${id}` : [],
      ),
      ...(run?.events ?? []).map(({ seq }) => `${ids[index]} ${seq}`),
    ]),
  );
}

test("what was reported as written is in the files at that moment, in whole transactions", async () => {
  const copies: { writes: string[]; path: string }[] = [];
  const heard: string[] = [];
  const watched = heardFrom((write) => {
    heard.push(write);
    const path = join(folder, `copy-${copies.length}.db`);
    for (const end of ["", "-wal"]) {
      fs.copyFileSync(join(folder, `runs.db${end}`), `${path}${end}`);
    }
    copies.push({ writes: [...heard], path });
  });
  const ids = ["a", "b", "c"];
  await Promise.all(
    ids.map((id) =>
      debate(
        QUESTION,
        { debaters: panelSaying("red", "blue"), rounds: 2, revise: "everyone", journal: watched },
        { id },
      ),
    ),
  );
  expect(copies.length).toBeGreaterThan(20);
  for (const { writes, path } of copies) {
    const stored = await storedIn(path, ids);
    expect(writes.filter((write) => !stored.has(write))).toEqual([]);
  }
});

test("SQLite waits for the disk at every commit", async () => {
  const { db } = await connect(join(folder, "other.db"), 0);
  // 2 is FULL: the log is synced before a commit returns.
  expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  db.close();
});
