import type { RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../variants.ts";
import type { Job } from "./job.ts";

/** What goes to a worker. */
export type ToWorker =
  /** Comes first: the network that the first jobs will be for. */
  | { type: "load"; variant: EmbeddedVariant }
  | { type: "run"; id: number; job: Job }
  | { type: "cancel"; id: number };

/** What comes back. */
export type FromWorker =
  | { type: "ready" }
  | { type: "raw"; id: number; delta: string }
  | { type: "done"; id: number; answer: RawAnswer }
  | { type: "failed"; id: number; message: string };
