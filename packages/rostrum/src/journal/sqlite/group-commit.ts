import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../../errors.ts";
import { isBusy } from "./fault.ts";
import type { LogSync } from "./log-sync.ts";
import { nextPause } from "./when-free.ts";

/** Gathers writes into one transaction, and transactions into one sync of the disk. */
export interface GroupCommit {
  /**
   * Resolves with what `work` returned once it is on the disk. `work` may be run a second time if the
   * transaction fails, so it must change nothing but the database. A `JournalError` that it throws before its
   * first write fails only this write, not the others.
   */
  write<T>(work: () => T): Promise<T>;
  /** Resolves when everything gathered so far is on the disk or refused. While held: everything committed so far. */
  flush(): Promise<void>;
  /** Writes are only gathered until the returned function is called. */
  hold(): () => void;
}

export interface GroupCommitOptions {
  /** Turns an error into the one that the caller gets. */
  asFault(error: unknown): unknown;
  /** How long a write waits while another process has the file locked. */
  patienceMs: number;
  /** Puts commits on the disk. `null`: a commit does that itself. */
  log: Pick<LogSync, "toDisk" | "recover"> | null;
  /** Told how many writes a transaction had. */
  onCommit?(writes: number): void;
}

interface Write {
  work(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  done: Promise<unknown>;
  /** Milliseconds spent waiting for another process. */
  waited: number;
}

/** Everything else in the process waits for a commit, so a long one is split. */
const MOST = 150;

const LONGEST_REST_MS = 10;

/** A write needn't wait for the sync before its own. More syncs at once would take the thread pool from others. */
const MOST_SYNCS = 2;

type Outcome = { value: unknown } | { error: unknown };

/** A committed write, and what its caller gets when it is on the disk. */
interface Committed {
  write: Write;
  outcome: Outcome;
}

export function groupCommit(
  db: Pick<DatabaseSync, "exec">,
  { asFault, patienceMs, log, onCommit }: GroupCommitOptions,
): GroupCommit {
  let waiting: Write[] = [];
  /** Committed since the last sync began. */
  let committed: Committed[] = [];
  /** What the running syncs put on the disk. */
  const syncing = new Set<readonly Committed[]>();
  /** Cancels the scheduled commit. */
  let unschedule: (() => void) | null = null;
  let pause = 0;
  let holds = 0;
  /**
   * The process does nothing else during a commit, so it rests as long as the last one took. Writes
   * that arrive in the meantime share the next commit, instead of each waiting for the disk.
   */
  let last = { ended: -Infinity, ms: 0 };

  function schedule(): void {
    // What comes during two syncs shares the next transaction and the next sync.
    if (unschedule || holds > 0 || (syncing.size >= MOST_SYNCS && pause === 0)) return;
    const wait = pause > 0 ? pause : last.ms - (performance.now() - last.ended);
    if (wait < 1) {
      const immediate = setImmediate(commitGathered);
      unschedule = () => clearImmediate(immediate);
    } else {
      const timer = setTimeout(commitGathered, Math.min(wait, pause || LONGEST_REST_MS));
      unschedule = () => clearTimeout(timer);
    }
  }

  function commitGathered(): void {
    unschedule?.();
    unschedule = null;
    if (holds > 0) return;
    const writes = waiting.slice(0, MOST);
    waiting = waiting.slice(MOST);
    const begun = performance.now();
    if (writes.length > 0) commit(writes);
    if (log && committed.length > 0) void sync(log.toDisk);
    const ended = performance.now();
    last = { ended, ms: ended - begun };
    if (waiting.length > 0) schedule();
  }

  /** Whether the transaction could be started. */
  function commit(writes: readonly Write[]): boolean {
    try {
      log?.recover();
      db.exec("BEGIN IMMEDIATE");
      pause = 0;
    } catch (error) {
      if (isBusy(error)) putBack(writes, error);
      else refuse(writes, error);
      return false;
    }
    let outcomes: Outcome[];
    try {
      outcomes = writes.map(attempt);
      db.exec("COMMIT");
    } catch (error) {
      rollBack();
      if (writes.length === 1) refuse(writes, error);
      else oneByOne(writes);
      return true;
    }
    const done = writes.map((write, index) => ({ write, outcome: outcomes[index] as Outcome }));
    if (log === null) done.forEach(tell);
    else committed.push(...done);
    onCommit?.(writes.length);
    return true;
  }

  async function sync(toDisk: () => Promise<void>): Promise<void> {
    const done = committed;
    committed = [];
    syncing.add(done);
    try {
      await toDisk();
      done.forEach(tell);
    } catch (error) {
      refuse(
        done.map(({ write }) => write),
        error,
      );
    }
    syncing.delete(done);
    if (waiting.length > 0) schedule();
  }

  /** Another process has locked the file. The writes are tried again in order, before later ones. */
  function putBack(writes: readonly Write[], error: unknown): void {
    const patient = writes.filter(({ waited }) => waited < patienceMs);
    refuse(
      writes.filter((write) => !patient.includes(write)),
      error,
    );
    pause = patient.length === 0 ? 0 : nextPause(pause);
    if (patient.length === 0) return;
    for (const write of patient) write.waited += pause;
    waiting = [...patient, ...waiting];
    schedule();
  }

  /** One debate's error must not fail the others that shared its commit. */
  function oneByOne(writes: readonly Write[]): void {
    writes.forEach((write) => {
      // Writes that already wait go first, so later ones join them.
      if (waiting.length > 0) waiting.push(write);
      else commit([write]);
    });
  }

  function refuse(writes: readonly Write[], error: unknown): void {
    if (writes.length === 0) return;
    const fault = asFault(error);
    for (const { reject } of writes) reject(fault);
  }

  function rollBack(): void {
    try {
      db.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back by itself, as it does on a full disk.
    }
  }

  return {
    async flush() {
      // While another process has locked the file, the next try is already scheduled.
      if (pause === 0) commitGathered();
      const unsynced = [...syncing].flat().map(({ write }) => write);
      const gathered = holds > 0 ? [] : waiting;
      await Promise.allSettled([...unsynced, ...gathered].map(({ done }) => done));
    },
    hold() {
      holds += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        if (waiting.length > 0) schedule();
      };
    },
    write<T>(work: () => T) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const settle = resolve as (value: unknown) => void;
      waiting.push({ work, resolve: settle, reject, done: promise, waited: 0 });
      schedule();
      return promise;
    },
  };
}

function tell({ write, outcome }: Committed): void {
  if ("error" in outcome) write.reject(outcome.error);
  else write.resolve(outcome.value);
}

function attempt({ work }: Write): Outcome {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof JournalError) return { error };
    throw error;
  }
}
