import { AbortError, ModelError } from "../errors.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";

/** Ends every call of a run at once, with a single listener on the caller's signal. */
export interface Cancellation {
  readonly ended: boolean;
  readonly reason: unknown;
  /** Calls back when the run ends; returns a function that unsubscribes. */
  onEnd(listener: (reason: unknown) => void): () => void;
  /** Calls in flight, which the end of the run cuts off. Absent: each subscribes by itself. */
  readonly calls?: CallsInFlight;
}

/** One attempt: ends with the reply, the model's error, the timeout, or the run, whichever comes first. */
export function attempt(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  timeoutMs: number,
  cancellation: Cancellation,
): Promise<ModelReply> {
  if (cancellation.ended) return Promise.reject(new AbortError(cancellation.reason));
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const calls = cancellation.calls ?? new CallsInFlight();
    const now = performance.now();
    let over = false;

    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      calls.delete(call);
      unsubscribe?.();
      if (unsubscribe) calls.close();
      settle();
    };
    const call = {
      due: now + timeoutMs,
      timeOut(): void {
        end(() => reject(new ModelError(`no reply within ${timeoutMs} ms`)));
        controller.abort(new DOMException("timeout", "TimeoutError"));
      },
      cutOff(reason: unknown): void {
        end(() => reject(new AbortError(reason)));
        controller.abort(reason);
      },
    };
    calls.add(call, now);
    const unsubscribe = cancellation.calls
      ? undefined
      : cancellation.onEnd((reason) => call.cutOff(reason));

    const asked: ModelRequest = { ...request, signal: controller.signal };
    // Text that arrives after the reply, the timeout or the end of the run is ignored.
    const { onText } = request;
    if (onText) asked.onText = (text) => void (over || onText(text));
    const fail = (error: unknown): void => end(() => reject(error));
    try {
      // The model may ignore its signal; a late reply then has no effect.
      model.generate(asked).then((reply) => end(() => resolve(reply)), fail);
    } catch (thrown) {
      fail(thrown);
    }
  });
}
