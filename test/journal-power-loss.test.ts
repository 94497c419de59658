import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { debate } from "../packages/rostrum/src/index.ts";
import { sqliteJournal } from "../packages/rostrum/src/journal/index.ts";
import type { Journal, JournalRun, RunStore } from "../packages/rostrum/src/protocol/journal.ts";
import { rejection } from "./support/outcomes.ts";
import { answering, callsOf, panelSaying } from "./support/panel.ts";

const QUESTION = "What is the answer?";
const sync = fs.fdatasync;

let folder = "";
let journal: RunStore;

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "rostrum-power-"));
  journal = sqliteJournal(join(folder, "runs.db"));
});

afterEach(async () => {
  vi.restoreAllMocks();
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

test("what was reported as written survives a power cut at any moment", async () => {
  /** How many syncs have ended. Each has put on the disk what the files held when it began. */
  let ended = 0;
  let begun = 0;
  const copyOf = (index: number): string => join(folder, `copy-${index}.db`);
  vi.spyOn(fs, "fdatasync").mockImplementation((log, done) => {
    begun += 1;
    const mine = begun;
    for (const end of ["", "-wal"]) {
      fs.copyFileSync(join(folder, `runs.db${end}`), `${copyOf(mine)}${end}`);
    }
    sync(log, (error) => {
      ended = mine;
      done(error);
    });
  });
  const heard: { write: string; at: number }[] = [];
  const watched = heardFrom((write) => heard.push({ write, at: ended }));
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
  expect(heard.length).toBeGreaterThan(20);
  expect(begun).toBeGreaterThan(3);
  for (let at = 0; at <= ended; at += 1) {
    const told = heard.filter((entry) => entry.at === at).map(({ write }) => write);
    if (told.length === 0) continue;
    const stored = at === 0 ? new Set<string>() : await storedIn(copyOf(at), ids);
    expect(told.filter((write) => !stored.has(write))).toEqual([]);
  }
});

test.each([1, 2, 3, 4, 5, 6])(
  "sync %i fails: so do its writes, and the run goes on later from what was stored",
  async (broken) => {
    let syncs = 0;
    vi.spyOn(fs, "fdatasync").mockImplementation((log, done) => {
      syncs += 1;
      if (syncs === broken) done(Object.assign(new Error("input/output error"), { code: "EIO" }));
      else sync(log, done);
    });
    const panel = panelSaying(...["red", "blue", "red"].map((answer) => answering(answer)));
    const config = {
      debaters: panel,
      rounds: 2,
      revise: "everyone",
      stop: "never",
      journal,
    } as const;
    const error = await rejection(debate(QUESTION, config, { id: "a" }));
    expect(error.message).toContain("EIO");
    const { steps = new Map() } = (await journal.read("a")) ?? {};
    const stored = [...steps.values()].filter(({ outcome }) => outcome).length;
    const before = callsOf(panel);
    await debate(QUESTION, config, { id: "a" });
    expect(callsOf(panel) - before).toBe(9 - stored);
  },
);
