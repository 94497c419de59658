import type { AnswerJob, RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../variants.ts";

/** An answer to be worked out by one of the networks; plain data. */
export interface Job extends AnswerJob {
  variant: EmbeddedVariant;
}

export interface JobControl {
  signal: AbortSignal;
  /** Hears the raw answer as it grows. */
  onRaw(delta: string): void;
}

/** A place where jobs are done, one after another: this thread, or a worker. */
export interface Lane {
  /** Jobs waiting or under way. */
  readonly load: number;
  run(job: Job, control: JobControl): Promise<RawAnswer>;
}
