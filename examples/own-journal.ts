/**
 * A journal of your own: runs in any database whose client has transactions, in plain SQL. The conformance checks of
 * `rostrum/testing` say that it is one. This file is in the published package too, to start from.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { AbortError, Debate, type Journal, type StoredEvent } from "rostrum";
import type { JournalRun, StoredRun, StoredStep } from "rostrum/journal";
import { journalConformance } from "rostrum/testing";

type Query = (
  sql: string,
  ...values: (string | number | null)[]
) => Promise<Record<string, unknown>[]>;

/** What is needed of a client: work that is done as a whole, and is durable when it resolves. */
interface Database {
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
}

const TABLES = `
  CREATE TABLE runs (id TEXT PRIMARY KEY, inputs TEXT, status TEXT, owner TEXT, beat INTEGER);
  CREATE TABLE steps (run TEXT, step TEXT, hash TEXT, earlier TEXT, outcome TEXT, PRIMARY KEY (run, step));
  CREATE TABLE events (run TEXT, seq INTEGER, body TEXT, PRIMARY KEY (run, seq));
`;
const LEASE_MS = 15_000;

function ownJournal(database: Database): Journal {
  return {
    read: (id) => database.transaction((query) => load(query, id)),
    async open(id, inputs, { signal } = {}) {
      const owner = randomUUID();
      for (;;) {
        if (signal?.aborted) throw new AbortError(signal.reason);
        const stored = await database.transaction(async (query) => {
          const fresh = [id, JSON.stringify(inputs)];
          await query(
            "INSERT INTO runs (id, inputs, status) VALUES (?, ?, 'running') ON CONFLICT DO NOTHING",
            ...fresh,
          );
          // Free, or its owner has been silent for too long.
          const [run] = await query(
            "SELECT owner FROM runs WHERE id = ? AND (owner IS NULL OR beat < ?)",
            id,
            Date.now() - LEASE_MS,
          );
          if (!run) return undefined;
          await query("UPDATE runs SET owner = ?, beat = ? WHERE id = ?", owner, Date.now(), id);
          return load(query, id);
        });
        if (stored) return heldRun(database, stored, owner);
        await delay(5);
      }
    },
  };
}

async function load(query: Query, id: string): Promise<StoredRun | undefined> {
  const [run] = await query("SELECT * FROM runs WHERE id = ?", id);
  if (!run) return undefined;
  const steps = await query("SELECT * FROM steps WHERE run = ?", id);
  const events = await query("SELECT * FROM events WHERE run = ? ORDER BY seq", id);
  return {
    id,
    inputs: parsed(run["inputs"]) as StoredRun["inputs"],
    status: run["status"] as StoredRun["status"],
    steps: new Map(
      steps.map(({ step, hash, earlier, outcome }) => [
        String(step),
        {
          hash: String(hash),
          ...(earlier === null || outcome !== null ? {} : { earlier: parsed(earlier) }),
          ...(outcome === null ? {} : { outcome: parsed(outcome) }),
        } as StoredStep,
      ]),
    ),
    events: events.map(({ body }) => parsed(body) as StoredEvent),
  };
}

/** Text keeps every character as JSON writes it, also those a database may refuse. */
function parsed(json: unknown): unknown {
  return JSON.parse(String(json));
}

function heldRun(database: Database, stored: StoredRun, owner: string): JournalRun {
  const { id } = stored;
  const beat = setInterval(
    () => void write(async () => undefined).catch(() => undefined),
    LEASE_MS / 3,
  );
  beat.unref();

  /** Who lost the run, or has closed it, writes nothing. */
  function write(work: (query: Query) => Promise<unknown>): Promise<void> {
    return database.transaction(async (query) => {
      const mine = await query(
        "UPDATE runs SET beat = ? WHERE id = ? AND owner = ? RETURNING id",
        Date.now(),
        id,
        owner,
      );
      if (mine.length === 0) throw new Error(`run "${id}" is not ours any more`);
      await work(query);
    });
  }

  return {
    stored,
    stepStarted: (step, hash, earlier) =>
      write(async (query) => {
        const spent = earlier ? JSON.stringify(earlier) : null;
        await query("DELETE FROM steps WHERE run = ? AND step = ?", id, step);
        await query("INSERT INTO steps VALUES (?, ?, ?, ?, NULL)", id, step, hash, spent);
        await query("UPDATE runs SET status = 'running' WHERE id = ?", id);
      }),
    stepFinished: (step, outcome) => {
      const body = JSON.stringify(outcome);
      return write((query) =>
        query("UPDATE steps SET outcome = ? WHERE run = ? AND step = ?", body, id, step),
      );
    },
    appendEvents: (events) =>
      write(async (query) => {
        for (const event of events) {
          await query("DELETE FROM events WHERE run = ? AND seq >= ?", id, event.seq);
          await query("INSERT INTO events VALUES (?, ?, ?)", id, event.seq, JSON.stringify(event));
        }
      }),
    async close(status) {
      clearInterval(beat);
      await write((query) =>
        query("UPDATE runs SET status = ?, owner = NULL WHERE id = ?", status, id),
      );
    },
  };
}

/** Stands for your client: one transaction after the other. */
function smallDatabase(): Database {
  const db = new DatabaseSync(":memory:");
  db.exec(TABLES);
  let last: Promise<unknown> = Promise.resolve();
  const query: Query = async (sql, ...values) => db.prepare(sql).all(...values);
  return {
    transaction(work) {
      const mine = last.then(async () => {
        db.exec("BEGIN");
        try {
          const result = await work(query);
          db.exec("COMMIT");
          return result;
        } catch (error) {
          db.exec("ROLLBACK");
          throw error;
        }
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

// Each check gets an empty journal.
for (const { name, run } of journalConformance(() => ownJournal(smallDatabase()))) {
  await run();
  console.log(`ok: ${name}`);
}

// A debate is kept in it: the same id reads the result back, and nobody is asked again.
let calls = 0;
const model = (): string => `Answer: ${++calls > 0 ? 42 : 0}`;
const panel = new Debate({ debaters: [model, model], journal: ownJournal(smallDatabase()) });
const first = await panel.run("What is 6 × 7?", { id: "sum" });
assert.deepEqual(await panel.run("What is 6 × 7?", { id: "sum" }), first);
assert.equal(calls, 2);
