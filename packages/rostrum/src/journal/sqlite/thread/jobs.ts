import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RunPage } from "../../../protocol/journal.ts";
import type { ActPage } from "../../../protocol/service-store.ts";
import { type CheckedQuery, cutPage } from "../../query.ts";
import {
  buildPageQuery,
  buildTotalsQuery,
  type Dialect,
  type ListQuery,
} from "../../list-query.ts";
import { readSummary, readTotals, type RunRow, type TotalsRow } from "../../rows.ts";
import { readAct, type ActRow, type CheckedActQuery } from "../../service/acts.ts";
import { isBusy } from "../fault.ts";
import type { JournalErrorCode } from "../../../errors.ts";

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

const SQLITE: Dialect = { runs: "runs", find: "instr", place: () => "?" };

const ACTS = `SELECT a.*, p.name FROM acts a LEFT JOIN people p ON p.n = a.person
  WHERE a.n < :before AND a.at >= :from AND a.at < :to
  AND (:user IS NULL OR p.name = :user) AND (:act IS NULL OR a.act = :act)
  AND (:debate IS NULL OR a.debate = :debate) AND (:outcome IS NULL OR a.outcome = :outcome)
  ORDER BY a.n DESC LIMIT :limit`;

/**
 * Rewriting the file takes time in proportion to its size. If less is free, new runs reuse the
 * space.
 */
const WORTH_SHRINKING = 0.1;

export function createJobs(db: DatabaseSync): Jobs {
  let acts: StatementSync | null = null;

  function list({ wanted, totals }: JobOf<"list">): RunPage {
    const { limit } = wanted;
    const find = ([statement, values]: ListQuery): unknown => db.prepare(statement).all(...values);
    const found = find(buildPageQuery(SQLITE, wanted, limit + 1)) as RunRow[];
    const { rows, next } = cutPage(found, limit);
    const [sums] = totals ? (find(buildTotalsQuery(SQLITE, wanted)) as TotalsRow[]) : [];
    return {
      runs: rows.map(readSummary),
      next,
      ...(sums ? { totals: readTotals(sums) } : {}),
    };
  }

  function listActs({ wanted }: JobOf<"acts">): ActPage {
    const { limit, ...others } = wanted;
    acts ??= db.prepare(ACTS);
    const found = acts.all({ ...others, limit: limit + 1 }) as unknown as ActRow[];
    const { rows, next } = cutPage(found, limit);
    return { acts: rows.map(readAct), next };
  }

  function wipeLog(): null {
    try {
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (error) {
      // Another process reads or writes, so SQLite does it at its next checkpoint.
      if (!isBusy(error)) throw error;
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
  function readConsistently<T>(read: () => T): T {
    db.exec("BEGIN");
    try {
      return read();
    } finally {
      db.exec("COMMIT");
    }
  }

  function run(job: Job): JobResults[Job["is"]] {
    switch (job.is) {
      case "list":
        return readConsistently(() => list(job));
      case "acts":
        return readConsistently(() => listActs(job));
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
