import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "@rostrum/core/support";
import { isLocked } from "./fault.ts";
import { nextPause } from "./retry-while-locked.ts";

/** Gathers writes into one transaction, so that they share one wait for the disk. */
export interface GroupCommit {
  /**
   * Resolves with what `work` returned once it is on the disk. `work` may be run a second time if the
   * transaction fails, so it must change nothing but the database. A `JournalError` that it throws before its
   * first write fails only this write, not the others.
   */
  write<T>(work: () => T): Promise<T>;
  /** Resolves when everything gathered so far is on the disk or refused. While held, it resolves at once. */
  flush(): Promise<void>;
  /** Writes are only gathered until the returned function is called. */
  hold(): () => void;
}

export interface GroupCommitOptions {
  /** Turns an error into the one that the caller gets. */
  asFault(error: unknown): unknown;
  /** How long a write waits while another process has the file locked. */
  patienceMs: number;
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
const MAX_BATCH = 150;

type Outcome = { value: unknown } | { error: unknown };

export function createGroupCommit(
  db: Pick<DatabaseSync, "exec">,
  { asFault, patienceMs }: GroupCommitOptions,
): GroupCommit {
  let waiting: Write[] = [];
  /** Cancels the scheduled commit. */
  let unschedule: (() => void) | null = null;
  /** Milliseconds until the next try, while another process has the file locked. */
  let pause = 0;
  let holdCount = 0;

  function schedule(): void {
    if (unschedule || holdCount > 0 || waiting.length === 0) return;
    if (pause === 0) {
      const immediate = setImmediate(commitGathered);
      unschedule = () => clearImmediate(immediate);
    } else {
      const timer = setTimeout(commitGathered, pause);
      unschedule = () => clearTimeout(timer);
    }
  }

  function commitGathered(): void {
    unschedule?.();
    unschedule = null;
    if (holdCount > 0) return;
    const writes = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    if (writes.length > 0) commit(writes);
    schedule();
  }

  function commit(writes: readonly Write[]): void {
    try {
      db.exec("BEGIN IMMEDIATE");
      pause = 0;
    } catch (error) {
      if (isLocked(error)) putBack(writes, error);
      else refuse(writes, error);
      return;
    }
    let outcomes: Outcome[];
    try {
      outcomes = writes.map(attempt);
      db.exec("COMMIT");
    } catch (error) {
      rollBack();
      if (writes.length === 1) refuse(writes, error);
      else oneByOne(writes);
      return;
    }
    writes.forEach((write, index) => reportOutcome(write, outcomes[index] as Outcome));
  }

  /** Another process has locked the file. The writes are tried again in order, before later ones. */
  function putBack(writes: readonly Write[], error: unknown): void {
    const patient = writes.filter(({ waited }) => waited < patienceMs);
    refuse(
      writes.filter((write) => !patient.includes(write)),
      error,
    );
    pause = patient.length === 0 ? 0 : nextPause(pause);
    for (const write of patient) write.waited += pause;
    waiting = [...patient, ...waiting];
  }

  /** One debate's error must not fail the others that shared its commit. */
  function oneByOne(writes: readonly Write[]): void {
    const laterWrites = waiting;
    waiting = [];
    for (const write of writes) {
      // Once one of them is put back, the rest waits behind it.
      if (waiting.length > 0) waiting.push(write);
      else commit([write]);
    }
    waiting = [...waiting, ...laterWrites];
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
      if (holdCount > 0) return;
      // While another process has locked the file, the next try is already scheduled.
      if (pause === 0) commitGathered();
      await Promise.allSettled(waiting.map(({ done }) => done));
    },
    hold() {
      holdCount += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holdCount -= 1;
        schedule();
      };
    },
    write<T>(work: () => T) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const resolveAny = resolve as (value: unknown) => void;
      waiting.push({ work, resolve: resolveAny, reject, done: promise, waited: 0 });
      schedule();
      return promise;
    },
  };
}

function reportOutcome({ resolve, reject }: Write, outcome: Outcome): void {
  if ("error" in outcome) reject(outcome.error);
  else resolve(outcome.value);
}

function attempt({ work }: Write): Outcome {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof JournalError) return { error };
    throw error;
  }
}
