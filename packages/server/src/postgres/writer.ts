import { lostError, type Query } from "@rostrum/runtime/sql-journal";
import { send, type Sql } from "./driver.ts";
import { isAway } from "./fault.ts";
import type { Outage } from "./outage.ts";
import { retryWhileAway } from "./retry-while-away.ts";

/** Write to a run that this process owns. */
export interface Write {
  run: number;
  id: string;
  token: string;
  /** Builds the statements when they are sent; called again if the connection breaks. */
  statements(): Query[];
  /** True for the write that releases the run. If the run is free already, an earlier try has done it. */
  last?: boolean;
}

/**
 * Groups writes that arrive during a transaction into the next one, so that many debates share one wait for the disk.
 */
export interface Writer {
  /** Resolves once the write is durable. Rejects with `journal_lost` if another process owns the run. */
  write(write: Write): Promise<void>;
  /** Resolves when everything queued so far is written or refused. */
  flush(): Promise<void>;
}

export interface WriterOptions {
  sql: Sql;
  /** Locks leases and returns them. */
  heldStatement: string;
  asFault(error: unknown): unknown;
  retryMs: number;
  outage: Outage;
  onWritten(runs: readonly number[]): void;
}

interface Pending extends Write {
  resolve(): void;
  reject(error: unknown): void;
}

/** Writes per transaction, so that later writes don't wait forever. */
const MAX_WRITES_PER_TRANSACTION = 500;
const MAX_PAUSE_MS = 1000;

export function createWriter(options: WriterOptions): Writer {
  const { sql, asFault, retryMs, outage, onWritten } = options;
  let waiting: Pending[] = [];
  let draining: Promise<void> | null = null;

  async function drain(): Promise<void> {
    // Lets everything that is emitted in one tick be written together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await commit(waiting.splice(0, MAX_WRITES_PER_TRANSACTION));
    draining = null;
  }

  async function commit(writes: readonly Pending[]): Promise<void> {
    try {
      // Repeatable: the statements set values, and don't add to them.
      const work = async (isRepeated: boolean): Promise<void> =>
        settle(writes, await attempt(writes), isRepeated);
      await retryWhileAway(work, { outage, retryMs, maxPauseMs: MAX_PAUSE_MS });
    } catch (error) {
      await refuse(writes, error);
    }
  }

  /** Returns the owners of the runs. Runs of other processes are not written to. */
  async function attempt(writes: readonly Pending[]): Promise<Map<number, string>> {
    return sql.begin(async (tx) => {
      const runs = [...new Set(writes.map(({ run }) => run))];
      const rows = await send<{ run: number; token: string }>(tx, options.heldStatement, [
        runs.join(","),
      ]);
      const holders = new Map(rows.map(({ run, token }) => [run, token]));
      const ours = writes.filter(({ run, token }) => holders.get(run) === token);
      const queries = ours.flatMap(({ statements }) =>
        statements().map((query) => send(tx, ...query)),
      );
      await Promise.all(queries);
      return holders;
    });
  }

  function settle(
    writes: readonly Pending[],
    holders: ReadonlyMap<number, string>,
    triedBefore: boolean,
  ): void {
    const writtenRuns = new Set<number>();
    for (const { run, id, token, last, resolve, reject } of writes) {
      const holder = holders.get(run);
      if (holder === token) writtenRuns.add(run);
      if (holder === token || (last && triedBefore && holder === undefined)) resolve();
      else reject(lostError(id));
    }
    if (writtenRuns.size > 0) onWritten([...writtenRuns]);
  }

  /** Retries writes one by one, so that one debate's error doesn't fail the others in its transaction. */
  async function refuse(writes: readonly Pending[], error: unknown): Promise<void> {
    if (writes.length === 1 || isAway(error)) {
      const fault = asFault(error);
      for (const { reject } of writes) reject(fault);
      return;
    }
    for (const write of writes) await commit([write]);
  }

  return {
    async write(write) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ ...write, resolve, reject });
      draining ??= drain();
      return promise;
    },
    async flush() {
      await draining;
    },
  };
}
