import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";
import { jobsOn, type Job, type JobOf, type JobResults } from "./thread/jobs.ts";
import { startThread, ThreadLost, type SideThread } from "./thread/side-thread.ts";
import type { RunSearch } from "./search.ts";
import { whenFree } from "./when-free.ts";

/** Work that may take long: on this thread, or on another one if a server uses the journal. */
export interface LongJobs {
  perform<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]>;
  /** From now on on another thread, which is started with the first job. */
  moveAside(): void;
  /** Told of every transaction. Copies the log to the file when it is long. */
  committed(writes: number): void;
  /** Ends the thread after the jobs that it has. */
  end(): Promise<void>;
}

export interface LongJobsOptions {
  db: DatabaseSync;
  search: RunSearch;
  commits(): GroupCommit;
  /** Where the file really is, and its name in errors. */
  file: string;
  path: string;
  patienceMs: number;
  asFault(error: unknown): unknown;
}

/** Pages of the log that are worth a checkpoint, as in SQLite itself. */
const LONG_LOG = 1000;
/** A log that grows by so many pages during a checkpoint makes writes wait for the end of it. */
const MOST_MEANWHILE = 2 * LONG_LOG;
/** Pages that a write adds to the log, until a checkpoint says how many. */
const USUAL_PAGES = 3;

/** Writes would find the file locked during such a job, so they wait for it. */
function isExclusive(job: Job): boolean {
  return job.is === "shrink" || (job.is === "checkpoint" && job.wipe);
}

export function longJobs(options: LongJobsOptions): LongJobs {
  const { db, search, commits, file, path, patienceMs, asFault } = options;
  const jobs = jobsOn(db, search);
  let aside = false;
  let thread: SideThread | null = null;
  let writes = 0;
  let pagesPerWrite = USUAL_PAGES;
  /** A checkpoint is running. */
  let checkpointing = false;
  let endWait: (() => void) | null = null;

  async function here<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]> {
    try {
      return await whenFree(() => jobs.perform(job), patienceMs);
    } catch (error) {
      throw asFault(error);
    }
  }

  /** There are no threads here. */
  function stayHere(): void {
    aside = false;
    thread = null;
    autoCheckpoint(LONG_LOG);
  }

  /** 0: never. */
  function autoCheckpoint(pages: number): void {
    if (db.isOpen) db.exec(`PRAGMA wal_autocheckpoint = ${pages}`);
  }

  async function there<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]> {
    thread ??= startThread({ file, patienceMs }, path);
    const release = isExclusive(job) ? commits().hold() : null;
    try {
      if (thread) return await thread.perform(job);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
    } finally {
      release?.();
    }
    stayHere();
    return here(job);
  }

  async function perform<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]> {
    if (job.is === "list" || job.is === "acts") await commits().flush();
    return aside ? there(job) : here(job);
  }

  /**
   * Writes go on meanwhile. What they add is copied while they wait for a moment, because the log begins anew only
   * when all of it is in the file.
   */
  async function shortenLog(): Promise<void> {
    const counted = writes;
    writes = 0;
    const first = await perform<"checkpoint">({ is: "checkpoint", wipe: false });
    if (first.log > 0) pagesPerWrite = Math.max(1, first.log / counted);
    if (first.copied >= first.log) return;
    const release = commits().hold();
    try {
      await perform<"checkpoint">({ is: "checkpoint", wipe: false });
    } finally {
      release();
    }
  }

  return {
    perform,
    moveAside() {
      if (aside) return;
      aside = true;
      autoCheckpoint(0);
    },
    committed(count) {
      if (!aside) return;
      writes += count;
      const pages = writes * pagesPerWrite;
      if (checkpointing && pages >= MOST_MEANWHILE) endWait ??= commits().hold();
      if (checkpointing || pages < LONG_LOG) return;
      checkpointing = true;
      const over = (): void => {
        checkpointing = false;
        endWait?.();
        endWait = null;
      };
      // A failure is seen by the writes that follow, too.
      shortenLog().then(over, over);
    },
    async end() {
      await thread?.end();
      thread = null;
      aside = false;
    },
  };
}
