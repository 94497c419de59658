import type { RawAnswer } from "../core/answer.ts";
import type { Job } from "./job.ts";

/** What goes to a worker. */
export type ToWorker = { type: "run"; id: number; job: Job } | { type: "cancel"; id: number };

/** What comes back. */
export type FromWorker =
  | { type: "raw"; id: number; delta: string }
  | { type: "done"; id: number; answer: RawAnswer }
  | { type: "failed"; id: number; message: string };
