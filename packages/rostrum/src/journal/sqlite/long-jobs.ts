import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";
import { createJobs, type Job, type JobOf, type JobResults } from "./thread/jobs.ts";
import { startThread, ThreadLost, type SideThread } from "./thread/side-thread.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";

/** Work that may take long: on this thread, or on another one if a server uses the journal. */
export interface LongJobs {
  perform<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]>;
  /** From now on on another thread, which is started with the first job. */
  moveAside(): void;
  /** Ends the thread after the jobs that it has. */
  end(): Promise<void>;
}

export interface LongJobsOptions {
  db: DatabaseSync;
  commits: GroupCommit;
  /** Where the file really is, and its name in errors. */
  file: string;
  path: string;
  patienceMs: number;
  asFault(error: unknown): unknown;
}

/** Writes would find the file locked during such a job, so they wait for it. */
function isExclusive(job: Job): boolean {
  return job.is === "shrink" || job.is === "wipe_log";
}

export function createLongJobs(options: LongJobsOptions): LongJobs {
  const { db, commits, file, path, patienceMs, asFault } = options;
  const jobs = createJobs(db);
  let aside = false;
  let thread: SideThread | null = null;

  async function performHere<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]> {
    try {
      return await retryWhileLocked(() => jobs.perform(job), patienceMs);
    } catch (error) {
      throw asFault(error);
    }
  }

  async function performAside<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]> {
    thread ??= startThread({ file, patienceMs }, path);
    const release = isExclusive(job) ? commits.hold() : null;
    try {
      if (thread) return await thread.perform(job);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
    } finally {
      release?.();
    }
    // There are no threads here.
    aside = false;
    thread = null;
    return performHere(job);
  }

  async function perform<Kind extends Job["is"]>(job: JobOf<Kind>): Promise<JobResults[Kind]> {
    if (job.is === "list" || job.is === "acts") await commits.flush();
    return aside ? performAside(job) : performHere(job);
  }

  return {
    perform,
    moveAside() {
      aside = true;
    },
    async end() {
      await thread?.end();
      thread = null;
      aside = false;
    },
  };
}
