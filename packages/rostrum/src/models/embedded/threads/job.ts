import type { AnswerJob, RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../variants.ts";

/** An answer that one of the networks should compute; plain data. */
export interface Job extends AnswerJob {
  variant: EmbeddedVariant;
}

export interface JobControl {
  signal: AbortSignal;
  /** Gets the raw answer as it grows. */
  onRaw(delta: string): void;
}

/** A place where jobs are done, one after another: this thread, or a worker. */
export interface Lane {
  /** Jobs that are waiting or running. */
  readonly load: number;
  run(job: Job, control: JobControl): Promise<RawAnswer>;
}
