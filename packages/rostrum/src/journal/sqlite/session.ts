import type { DatabaseSync } from "node:sqlite";
import { JournalError, type RostrumError } from "../../errors.ts";
import type { RunInputs, StoredRun } from "../../protocol/journal.ts";
import { connect, watchPresence } from "./connect.ts";
import { toJournalError } from "./fault.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { createLeases, type ClaimReason, type SeenLease } from "./leases.ts";
import { createLongJobs, type LongJobs } from "./long-jobs.ts";
import type { Settings } from "./options.ts";
import { createRemoveOld } from "./remove-old.ts";
import type { Owner } from "./owner.ts";
import type { ServiceStore } from "../../protocol/service-store.ts";
import { sqliteService } from "./service.ts";
import { listWords } from "../query.ts";
import { readRun, type RunRow, type StepRow } from "../rows.ts";
import type { Claim } from "../journal-run.ts";
import type { Shared } from "./run.ts";
import { prepareStatements, type Statements } from "./statements.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";

/** What a journal needs from its environment. */
export interface World {
  here: Owner;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a clock that only goes forward, and stands still while the machine sleeps. */
  elapsed(): number;
}

/** The file, opened. */
export interface Session extends Shared {
  /** Within a transaction. */
  claim(id: string, inputs: RunInputs, token: string, silent: ClaimReason): Claim | SeenLease;
  load(row: RunRow): StoredRun;
  jobs: LongJobs;
  /** Reads from one moment, with everything written so far. */
  look<T>(read: () => T): Promise<T>;
  /** Removes runs older than that, unless a process owns them. */
  prune(olderThan: number): Promise<number>;
  service: ServiceStore;
  /** Throws if the file was deleted, moved or replaced since it was opened. */
  checkPresent(): void;
  /** Wipes deleted content from the log next to the file, if no other process reads it. */
  wipeLog(): Promise<void>;
  /** Writes what is pending, releases every run and closes the file. */
  end(): Promise<void>;
}

export async function openSession(settings: Settings, world: World): Promise<Session> {
  const { path, redactor, leaseMs, busyTimeoutMs } = settings;
  const { now } = world;
  const { db, file } = await connect(path, busyTimeoutMs);
  const statements = await tryPrepareStatements(db, settings);
  let ended = false;
  const asFault = (error: unknown): RostrumError =>
    ended ? closedError(path) : toJournalError(error, path);
  const patienceMs = busyTimeoutMs;
  const commits: GroupCommit = createGroupCommit(db, { asFault, patienceMs });
  const jobs = createLongJobs({ db, file, path, patienceMs, asFault, commits });
  const leases = createLeases({ statements, commits, here: world.here, leaseMs, now });
  const removeOld = createRemoveOld(statements, commits, leases);

  function load(row: RunRow): StoredRun {
    const steps = statements.steps.all(row.n) as unknown as StepRow[];
    const events = statements.events.all(row.n, 0) as unknown as { body: string }[];
    const files = statements.files.all(row.n) as unknown as { name: string; data: string }[];
    return readRun(row, steps, events, files);
  }

  function claim(
    id: string,
    inputs: RunInputs,
    token: string,
    silent: ClaimReason,
  ): Claim | SeenLease {
    const known = statements.run.get(id) as RunRow | undefined;
    if (known?.redacted === 1) throw redactedError(id);
    if (!known) return create(id, inputs, token);
    const other = leases.take(known.n, token, silent);
    if (other) return other;
    if (redactor) statements.markRedacted.run(known.n);
    return { n: known.n, token, stored: load(known) };
  }

  /** Nobody has a new run, and nothing is stored about it yet. */
  function create(id: string, inputs: RunInputs, token: string): Claim {
    // A redacted run keeps no fingerprint either: short questions can be guessed from theirs.
    const { files, rest } = separateFiles(redactor ? {} : inputs);
    const added = statements.addRun.get(
      id,
      JSON.stringify(rest),
      listWords(id),
      redactor ? 1 : 0,
      now(),
      now(),
    );
    const { n } = added as unknown as RunRow;
    for (const [name, data] of files) statements.addFile.run(n, name, data);
    leases.take(n, token, null);
    const redacted = redactor ? { redacted: true } : {};
    const nothing = { status: "running", steps: new Map(), events: [] } as const;
    return { n, token, stored: { id, inputs, ...nothing, ...redacted } };
  }

  async function readConsistently<T>(read: () => T): Promise<T> {
    await commits.flush();
    try {
      return await retryWhileLocked(() => {
        db.exec("BEGIN");
        try {
          return read();
        } finally {
          db.exec("COMMIT");
        }
      }, busyTimeoutMs);
    } catch (error) {
      throw asFault(error);
    }
  }

  async function wipeLog(): Promise<void> {
    await jobs.perform<"wipe_log">({ is: "wipe_log" });
  }

  async function prune(olderThan: number): Promise<number> {
    const removed = await removeOld("runsBefore", olderThan);
    if (removed > 0) await wipeLog();
    return removed;
  }

  async function end(): Promise<void> {
    await jobs.end();
    const released = commits.write(() => leases.dropAll());
    const left = released.catch(() => undefined);
    await commits.flush();
    leases.stop();
    ended = true;
    db.close();
    // Another process that waits for one of these runs then has to wait until this process ends.
    await left;
  }

  const service = sqliteService({
    db,
    commits,
    jobs,
    removeOld,
    now,
    look: readConsistently,
  });
  return {
    statements,
    commits,
    leases,
    redactor,
    now,
    claim,
    jobs,
    load,
    look: readConsistently,
    prune,
    service,
    checkPresent: watchPresence(file, path),
    wipeLog,
    end,
  };
}

/**
 * Long inputs are files of the context. Every event rewrites the row of its run, so they are stored
 * separately.
 */
const LONG = 2000;

function separateFiles(inputs: RunInputs): { files: [string, string][]; rest: RunInputs } {
  const entries = Object.entries(inputs);
  return {
    files: entries.filter(([, text]) => text.length > LONG),
    rest: Object.fromEntries(entries.filter(([, text]) => text.length <= LONG)),
  };
}

/** The first code that names every table and column. */
async function tryPrepareStatements(
  db: DatabaseSync,
  { path, busyTimeoutMs }: Settings,
): Promise<Statements> {
  try {
    return await retryWhileLocked(() => prepareStatements(db), busyTimeoutMs);
  } catch (error) {
    db.close();
    throw toJournalError(error, path);
  }
}

export function closedError(path: string): JournalError {
  return new JournalError(
    "journal_closed",
    "expected an open journal, but it was closed: make another with sqliteJournal()",
    { path },
  );
}

function redactedError(id: string): JournalError {
  return new JournalError(
    "journal_redacted",
    `run "${id}": expected the texts of its question and replies, but it was written without them ` +
      "(redact). It can be shown but not resumed: use another id.",
  );
}
