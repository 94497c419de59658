import type { AnswerJob, RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../ids.ts";

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

/** The promise's outcome, or the signal's reason as soon as it fires. */
export function rejectOnAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
