import { AbortError } from "../../errors.ts";
import type { Cancellation } from "../../models/index.ts";

/** Timers longer than this many milliseconds (24 days) fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Waits for the user's own code. It rejects when the time is up, and with an `AbortError` when the run
 * ends. The code gets a signal, and may ignore it.
 */
export function within<T>(
  cancellation: Cancellation,
  timeoutMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) {
      reject(new AbortError(cancellation.reason));
      return;
    }
    const controller = new AbortController();
    const end = (error: Error): void => {
      finish();
      reject(error);
      controller.abort(error);
    };
    const timer = setTimeout(
      () => end(new Error(`it did not end within ${timeoutMs} ms (limits.timeoutMs)`)),
      Math.min(timeoutMs, LONGEST_TIMER),
    );
    const forget = cancellation.onEnd((reason) => end(new AbortError(reason)));
    function finish(): void {
      clearTimeout(timer);
      forget();
    }
    const working = (async () => work(controller.signal))();
    working.finally(finish).then(resolve, reject);
  });
}
