import type { RostrumError } from "@rostrum/core/support";
import type { JournalRun, RunInputs, StoredRun } from "@rostrum/core/protocol";
import { closedJournalError, redactedError } from "../faults.ts";
import { listSearchWords } from "../query.ts";
import { readRun, type RunRow, type StepRow } from "../rows.ts";
import { createJournalRun, type ClaimedRun } from "../sql/journal-run.ts";
import { removeRun } from "../sql/removed-runs.ts";
import { connect, watchPresence } from "./connect.ts";
import { createExecute, type Execute } from "./execute.ts";
import { toSqliteJournalError } from "./fault.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { createLeases, type ClaimReason, type Leases, type SeenLease } from "./leases.ts";
import { createLongJobs, type LongJobs } from "./long-jobs.ts";
import type { SqliteSettings } from "./options.ts";
import type { Owner } from "./owner.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";
import { STATEMENTS } from "./statements.ts";

/** Dependencies of a journal: clock, process, file. */
export interface SessionContext {
  here: Owner;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds on a clock that only goes forward, and stands still while the machine sleeps. */
  elapsed(): number;
}

/** The file, opened. */
export interface SqliteSession {
  execute: Execute;
  commits: GroupCommit;
  leases: Leases;
  /** Within a transaction. */
  claim(id: string, inputs: RunInputs, token: string, silent: ClaimReason): ClaimedRun | SeenLease;
  /** Opens a run for writing. `onClose` is called when it is released. */
  openRun(claimed: ClaimedRun, onClose: () => void): JournalRun;
  load(row: RunRow): StoredRun;
  jobs: LongJobs;
  /** Reads from one moment, with everything written so far. */
  readSnapshot<T>(read: () => T): Promise<T>;
  /** Removes runs older than that, unless a process owns them. */
  prune(olderThan: number): Promise<number>;
  /** Removes finished runs, and shrinks the file. */
  expire(olderThan: number): Promise<number>;
  /** Throws if the file was deleted, moved or replaced since it was opened. */
  checkPresent(): void;
  /** Wipes deleted content from the log next to the file, if no other process reads it. */
  wipeLog(): Promise<void>;
  /** Writes what is pending, releases every run and closes the file. */
  end(): Promise<void>;
}

/** Old runs that are removed at once. Everything else waits meanwhile. */
const RUNS_PER_TRANSACTION = 16;

type OldRun = Pick<RunRow, "n" | "id" | "updated_at">;

export async function openSqliteSession(
  settings: SqliteSettings,
  context: SessionContext,
): Promise<SqliteSession> {
  const { path, redactor, leaseMs, busyTimeoutMs: patienceMs } = settings;
  const { db, file } = await connect(path, patienceMs);
  const execute = createExecute(db, context.now);
  let ended = false;
  const asFault = (error: unknown): RostrumError =>
    ended ? closedJournalError("sqliteJournal", path) : toSqliteJournalError(error, path);
  try {
    await retryWhileLocked(() => Object.values(STATEMENTS).forEach(execute.prepare), patienceMs);
  } catch (error) {
    db.close();
    throw asFault(error);
  }
  const commits: GroupCommit = createGroupCommit(db, { asFault, patienceMs });
  const jobs = createLongJobs({ db, file, path, patienceMs, asFault, commits });
  const leases = createLeases(execute, commits, context.here, leaseMs);

  function load(row: RunRow): StoredRun {
    const steps = execute<StepRow>(STATEMENTS.steps, [row.n]);
    const events = execute<{ body: string }>(STATEMENTS.events, [row.n, 0]);
    const files = execute<{ name: string; data: string }>(STATEMENTS.files, [row.n]);
    return readRun(row, steps, events, files);
  }

  function claim(
    id: string,
    inputs: RunInputs,
    token: string,
    silent: ClaimReason,
  ): ClaimedRun | SeenLease {
    const [runRow] = execute<RunRow>(STATEMENTS.run, [id]);
    if (runRow?.redacted === 1) throw redactedError(id);
    if (!runRow) return create(id, inputs, token);
    const other = leases.take(runRow.n, token, silent);
    if (other) return other;
    if (redactor) execute(STATEMENTS.markRedacted, [runRow.n]);
    return { n: runRow.n, token, stored: load(runRow) };
  }

  /** Creates a run that nobody owns and that has no data yet. */
  function create(id: string, inputs: RunInputs, token: string): ClaimedRun {
    // A redacted run keeps no fingerprint either: short questions can be guessed from theirs.
    const { files, rest } = separateFiles(redactor ? {} : inputs);
    const values = [id, JSON.stringify(rest), listSearchWords(id), redactor !== null];
    const [{ n }] = execute<RunRow>(STATEMENTS.addRun, values) as [RunRow];
    for (const [name, data] of files) execute(STATEMENTS.addFile, [n, name, data]);
    leases.take(n, token, null);
    const redacted = redactor ? { redacted: true } : {};
    const nothing = { status: "running", steps: new Map(), events: [] } as const;
    return { n, token, stored: { id, inputs, ...nothing, ...redacted } };
  }

  function openRun(claimed: ClaimedRun, onClose: () => void): JournalRun {
    const { n, token, stored } = claimed;
    return createJournalRun(claimed, {
      statements: STATEMENTS,
      redactor,
      write: (list) =>
        commits.write(() => {
          leases.check(n, token, stored.id);
          for (const query of list()) execute(...query);
        }),
      onClose(released) {
        if (!released) leases.heartbeat.abandon(token);
        leases.heartbeat.release();
        onClose();
      },
    });
  }

  async function readSnapshot<T>(read: () => T): Promise<T> {
    await commits.flush();
    try {
      return await retryWhileLocked(() => {
        db.exec("BEGIN");
        try {
          return read();
        } finally {
          db.exec("COMMIT");
        }
      }, patienceMs);
    } catch (error) {
      throw asFault(error);
    }
  }

  async function wipeLog(): Promise<void> {
    await jobs.perform("wipeLog");
  }

  /** Removes runs that were last written to before a moment, unless a process owns them. Returns their number. */
  async function removeOld(
    selection: "runsBefore" | "finishedBefore",
    olderThan: number,
  ): Promise<number> {
    let removed = 0;
    let last: OldRun | undefined = { n: -1, id: "", updated_at: Number.MIN_SAFE_INTEGER };
    while (last) {
      const { n: after, updated_at: from } = last;
      const step = await commits.write(() => {
        const old: OldRun[] = execute(STATEMENTS[selection], [
          from,
          after,
          olderThan,
          RUNS_PER_TRANSACTION,
        ]);
        const free = old.filter(({ n }) => leases.seen(n) === null);
        for (const { n, id } of free) {
          execute.script(removeRun(STATEMENTS, n));
          // Keep reservations of runs that another process may resume.
          if (selection === "finishedBefore") execute(STATEMENTS.release, [id]);
        }
        return {
          removed: free.length,
          last: old.length < RUNS_PER_TRANSACTION ? undefined : old.at(-1),
        };
      });
      removed += step.removed;
      ({ last } = step);
    }
    return removed;
  }

  async function prune(olderThan: number): Promise<number> {
    const removed = await removeOld("runsBefore", olderThan);
    if (removed > 0) await wipeLog();
    return removed;
  }

  async function expire(olderThan: number): Promise<number> {
    const removed = await removeOld("finishedBefore", olderThan);
    if (removed > 0) await jobs.perform("shrink");
    return removed;
  }

  async function end(): Promise<void> {
    const { heartbeat } = leases;
    await jobs.end();
    const released = commits.write(() => execute(STATEMENTS.dropLeases, [heartbeat.owner]));
    const whenReleased = released.catch(() => undefined);
    await commits.flush();
    heartbeat.stop();
    ended = true;
    db.close();
    // Another process that waits for one of these runs then has to wait until this process ends.
    await whenReleased;
  }

  return {
    execute,
    commits,
    leases,
    claim,
    openRun,
    jobs,
    load,
    readSnapshot,
    prune,
    expire,
    checkPresent: watchPresence(file, path),
    wipeLog,
    end,
  };
}

/** Long inputs are files of the context. Every event rewrites the row of its run, so they are stored separately. */
const LONG = 2000;

function separateFiles(inputs: RunInputs): { files: [string, string][]; rest: RunInputs } {
  const entries = Object.entries(inputs);
  return {
    files: entries.filter(([, text]) => text.length > LONG),
    rest: Object.fromEntries(entries.filter(([, text]) => text.length <= LONG)),
  };
}
