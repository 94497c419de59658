import type { JournalErrorCode } from "../../../errors.ts";
import type { Job } from "./jobs.ts";

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
