import type { AnswerJob, RawAnswer } from "../core/answer.ts";
import type { EmbeddedVariant } from "../ids.ts";

/** An answer for one of the networks to compute, as plain data. */
export interface Job extends AnswerJob {
  variant: EmbeddedVariant;
}

export interface JobControl {
  signal: AbortSignal;
  /** Called with new text of the raw answer. */
  onRaw(delta: string): void;
}

/** Runs jobs one after another, on this thread or in a worker. */
export interface Lane {
  /** Jobs that are waiting or running. */
  readonly load: number;
  run(job: Job, control: JobControl): Promise<RawAnswer>;
}

/** Settles like the promise, or rejects with the signal's reason as soon as it fires. */
export function rejectOnAbort<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
