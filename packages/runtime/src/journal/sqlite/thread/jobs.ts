import type { DatabaseSync } from "node:sqlite";
import type { JournalErrorCode } from "@rostrum/core/support";
import type { RunPage } from "@rostrum/core/protocol";
import type { ActPage } from "../../service/audit-store.ts";
import type { CheckedQuery } from "../../query.ts";
import type { CheckedActQuery } from "../../service/act-query.ts";
import { listRuns } from "../../sql/list-runs.ts";
import type { SqlScript } from "../../sql/script.ts";
import { listActs } from "../../service/sql/audit.ts";
import { createExecute } from "../execute.ts";
import { isLocked } from "../fault.ts";
import { SQLITE, STATEMENTS } from "../statements.ts";

/** Work that may take long and needs nothing but the file, so it can be done in another thread. */
export interface Jobs {
  listRuns(wanted: CheckedQuery, totals: boolean): RunPage;
  listActs(wanted: CheckedActQuery): ActPage;
  /** Copies the log to the file and empties it, unless another connection uses it. */
  wipeLog(): null;
  /** Makes the file smaller, if that is worth it. */
  shrink(): null;
}

/** Does a job, here or elsewhere. */
export type PerformJob = <Name extends keyof Jobs>(
  name: Name,
  ...values: Parameters<Jobs[Name]>
) => Promise<ReturnType<Jobs[Name]>>;

/** Rewriting the file takes time in proportion to its size. If less is free, new runs reuse the space. */
const WORTH_SHRINKING = 0.1;

export function createJobs(db: DatabaseSync): Jobs {
  const execute = createExecute(db, Date.now);

  /** Reads from one moment. */
  function readSnapshot<T>(script: SqlScript<T>): T {
    db.exec("BEGIN");
    try {
      return execute.script(script);
    } finally {
      db.exec("COMMIT");
    }
  }

  function wipeLog(): null {
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // Another process reads or writes, so SQLite does it at its next checkpoint.
      if (!isLocked(error)) throw error;
    }
    return null;
  }

  return {
    listRuns: (wanted, totals) => readSnapshot(listRuns(SQLITE, wanted, totals)),
    listActs: (wanted) => readSnapshot(listActs(STATEMENTS, wanted)),
    wipeLog,
    shrink() {
      const pages = (name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
      try {
        if (pages("freelist_count") > pages("page_count") * WORTH_SHRINKING) db.exec("VACUUM");
      } catch {
        // Another process is in the way, so new runs reuse the space until the next time.
      }
      return wipeLog();
    },
  };
}

export interface ThreadData {
  file: string;
  /** Milliseconds that a job waits for another process. */
  patienceMs: number;
}

/** Message to the thread; `null` ends it. */
export type ToThread = { id: number; name: keyof Jobs; values: unknown[] } | null;

/** Reply of the thread. Results are JSON, which is faster to read than a cloned value. */
export type FromThread =
  | { id: number; json: string }
  | { id: number; error: { code: JournalErrorCode; message: string } };
