import type { DatabaseSync } from "node:sqlite";
import { JournalError } from "../../errors.ts";

/** Gathers the writes of a tick into one transaction, and with it into one fsync. */
export interface GroupCommit {
  /**
   * Resolves with what `work` returned once it is on the disk. `work` may be run a second time if the
   * transaction fails, so it changes nothing but the database; a `JournalError` it throws before its
   * first write is its own affair and leaves the others alone.
   */
  write<T>(work: () => T): Promise<T>;
  /** Commits what has been gathered, now. */
  flush(): void;
}

interface Write {
  work(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { value: unknown } | { error: unknown };

export function groupCommit(db: DatabaseSync, asFault: (error: unknown) => unknown): GroupCommit {
  let waiting: Write[] = [];
  let scheduled: NodeJS.Immediate | null = null;

  function flush(): void {
    if (scheduled) clearImmediate(scheduled);
    scheduled = null;
    const writes = waiting;
    waiting = [];
    if (writes.length > 0) commit(writes);
  }

  /** Returns what kept the transaction from starting, or `null`. */
  function commit(writes: readonly Write[]): unknown {
    try {
      db.exec("BEGIN IMMEDIATE");
    } catch (error) {
      refuse(writes, error);
      return error;
    }
    let outcomes: Outcome[];
    try {
      outcomes = writes.map(attempt);
      db.exec("COMMIT");
    } catch (error) {
      rollBack();
      if (writes.length === 1) refuse(writes, error);
      else oneByOne(writes);
      return null;
    }
    writes.forEach((write, index) => {
      const outcome = outcomes[index] as Outcome;
      if ("error" in outcome) write.reject(outcome.error);
      else write.resolve(outcome.value);
    });
    return null;
  }

  /** One debate's trouble must not fail the others that shared its commit. */
  function oneByOne(writes: readonly Write[]): void {
    let locked: unknown = null;
    for (const write of writes) {
      // Who has waited for the lock in vain once doesn't wait again for each of the rest.
      if (locked === null) locked = commit([write]);
      else refuse([write], locked);
    }
  }

  function refuse(writes: readonly Write[], error: unknown): void {
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
    flush,
    write<T>(work: () => T) {
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve, reject });
        scheduled ??= setImmediate(flush);
      });
    },
  };
}

function attempt({ work }: Write): Outcome {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof JournalError) return { error };
    throw error;
  }
}
