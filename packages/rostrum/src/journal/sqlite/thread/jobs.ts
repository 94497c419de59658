import type { DatabaseSync } from "node:sqlite";
import type { JournalErrorCode } from "../../../errors.ts";
import type { RunPage } from "../../../protocol/journal.ts";
import type { ActPage } from "../../../protocol/service-store.ts";
import type { CheckedQuery } from "../../query.ts";
import type { CheckedActQuery } from "../../service/acts.ts";
import { listRuns } from "../../sql/list-runs.ts";
import type { Script } from "../../sql/script.ts";
import { listActs } from "../../sql/service.ts";
import { createExecute } from "../execute.ts";
import { isLocked } from "../fault.ts";
import { SQLITE, STATEMENTS } from "../statements.ts";

/** Work that may take long and needs nothing but the file, so it can be done in another thread. */
export type Job =
  | { is: "list"; wanted: CheckedQuery; totals: boolean }
  | { is: "acts"; wanted: CheckedActQuery }
  /** Copies the log to the file and empties it, unless another connection uses it. */
  | { is: "wipe_log" }
  /** Makes the file smaller, if that is worth it. */
  | { is: "shrink" };

export interface JobResults {
  list: RunPage;
  acts: ActPage;
  wipe_log: null;
  shrink: null;
}

export type JobOf<Kind extends Job["is"]> = Extract<Job, { is: Kind }>;

/** Does jobs on one connection. */
export interface Jobs {
  perform<Kind extends Job["is"]>(job: JobOf<Kind>): JobResults[Kind];
}

/**
 * Rewriting the file takes time in proportion to its size. If less is free, new runs reuse the
 * space.
 */
const WORTH_SHRINKING = 0.1;

export function createJobs(db: DatabaseSync): Jobs {
  const execute = createExecute(db, Date.now);

  function wipeLog(): null {
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // Another process reads or writes, so SQLite does it at its next checkpoint.
      if (!isLocked(error)) throw error;
    }
    return null;
  }

  function shrink(): null {
    const pages = (name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
    try {
      if (pages("freelist_count") > pages("page_count") * WORTH_SHRINKING) db.exec("VACUUM");
    } catch {
      // Another process is in the way, so new runs reuse the space until the next time.
    }
    return wipeLog();
  }

  /** Reads from one moment. */
  function readConsistently<T>(script: Script<T>): T {
    db.exec("BEGIN");
    try {
      return execute.script(script);
    } finally {
      db.exec("COMMIT");
    }
  }

  function run(job: Job): JobResults[Job["is"]] {
    switch (job.is) {
      case "list":
        return readConsistently(listRuns(SQLITE, job.wanted, job.totals));
      case "acts":
        return readConsistently(listActs(STATEMENTS, job.wanted));
      case "wipe_log":
        return wipeLog();
      case "shrink":
        return shrink();
    }
  }

  return {
    perform: <Kind extends Job["is"]>(job: JobOf<Kind>) => run(job) as JobResults[Kind],
  };
}

/** What the thread is started with. */
export interface ThreadData {
  file: string;
  /** Milliseconds that a job waits for another process. */
  patienceMs: number;
}

/** What goes to the thread. */
export type ToThread = { is: "job"; id: number; job: Job } | { is: "end" };

/** What comes back. Results are JSON, which is faster to read than a cloned value. */
export type FromThread =
  | { id: number; json: string }
  | { id: number; error: { code: JournalErrorCode; message: string } };
