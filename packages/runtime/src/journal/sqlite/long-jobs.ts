import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";
import { createJobs, type Jobs, type PerformJob } from "./thread/jobs.ts";
import { startThread, ThreadLost, type SideThread } from "./thread/side-thread.ts";
import { retryWhileLocked } from "./retry-while-locked.ts";

/** Work that may take long: on this thread, or on another one if a server uses the journal. */
export interface LongJobs {
  perform: PerformJob;
  /** From now on on another thread, which is started with the first job. */
  moveAside(): void;
  /** Ends the thread after the jobs that it has. */
  end(): Promise<void>;
}

export interface LongJobsOptions {
  db: DatabaseSync;
  commits: GroupCommit;
  /** Real path of the file, and its name in errors. */
  file: string;
  path: string;
  patienceMs: number;
  asFault(error: unknown): unknown;
}

/** Writes would find the file locked during such a job, so they wait for it. */
const EXCLUSIVE: ReadonlySet<keyof Jobs> = new Set(["shrink", "wipeLog"]);

export function createLongJobs(options: LongJobsOptions): LongJobs {
  const { db, commits, file, path, patienceMs, asFault } = options;
  const jobs = createJobs(db);
  let usesThread = false;
  let thread: SideThread | null = null;

  const performHere: PerformJob = async (name, ...values) => {
    const job = jobs[name] as (...given: typeof values) => ReturnType<Jobs[typeof name]>;
    try {
      return await retryWhileLocked(() => job(...values), patienceMs);
    } catch (error) {
      throw asFault(error);
    }
  };

  const perform: PerformJob = async (name, ...values) => {
    const exclusive = EXCLUSIVE.has(name);
    if (!exclusive) await commits.flush();
    if (!usesThread) return performHere(name, ...values);
    thread ??= startThread({ file, patienceMs }, path);
    const release = exclusive ? commits.hold() : null;
    try {
      if (thread) return await thread.perform(name, ...values);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
    } finally {
      release?.();
    }
    // Threads aren't available.
    usesThread = false;
    thread = null;
    return performHere(name, ...values);
  };

  return {
    perform,
    moveAside() {
      usesThread = true;
    },
    async end() {
      await thread?.end();
      thread = null;
      usesThread = false;
    },
  };
}
