import { AbortError, ModelError } from "@rostrum/core/support";
import type { ModelPort, ModelReply, ModelRequest } from "@rostrum/core/protocol";

/** Ends every call of a run at once, with a single listener on the caller's signal. */
export interface Cancellation {
  readonly ended: boolean;
  readonly reason: unknown;
  /** Calls back when the run ends; returns a function that unsubscribes. */
  onEnd(listener: (reason: unknown) => void): () => void;
}

/** Timers longer than this many milliseconds (24 days) fire at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1;

/**
 * Delay for `setTimeout` to wait for at least `ms`: it drops the fraction, and its clock counts whole milliseconds.
 * Without the extra millisecond, a limit's timer could fire while the run's clock still shows time left.
 */
export function timerFor(ms: number): number {
  return Math.min(Math.ceil(ms) + 1, MAX_TIMER_MS);
}

/** One attempt: ends with the reply, the model's error, the timeout, or the run, whichever comes first. */
export function attempt(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  timeoutMs: number,
  cancellation: Cancellation,
): Promise<ModelReply> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) throw new AbortError(cancellation.reason);
    const controller = new AbortController();
    let over = false;
    const fail = (error: unknown): void => {
      over = true;
      clearTimeout(timer);
      forget();
      reject(error);
    };
    const timeOut = (): void => {
      const cause = new DOMException("timeout", "TimeoutError");
      fail(new ModelError(`no reply within ${Math.round(timeoutMs)} ms`, { cause }));
      controller.abort(cause);
    };
    const timer = timeoutMs > MAX_TIMER_MS ? undefined : setTimeout(timeOut, timerFor(timeoutMs));
    const forget = cancellation.onEnd((reason) => {
      fail(new AbortError(reason));
      controller.abort(reason);
    });
    const { onText } = request;
    const abortableRequest: ModelRequest = { ...request, signal: controller.signal };
    // Text that arrives after the reply, the timeout or the end of the run is ignored.
    if (onText) abortableRequest.onText = (text) => void (over || onText(text));
    try {
      // The model may ignore its signal; a late reply then has no effect.
      model.generate(abortableRequest).then((reply) => {
        over = true;
        clearTimeout(timer);
        forget();
        resolve(reply);
      }, fail);
    } catch (thrown) {
      fail(thrown);
    }
  });
}
