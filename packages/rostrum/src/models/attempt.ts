import { AbortError, ModelError } from "../errors.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";

/** Ends every call of a run at once, with a single listener on the caller's signal. */
export interface Cancellation {
  readonly ended: boolean;
  readonly reason: unknown;
  /** Calls back when the run ends; returns a function that unsubscribes. */
  onEnd(listener: (reason: unknown) => void): () => void;
}

/** One attempt: ends with the reply, the model's error, the timeout, or the run, whichever comes first. */
export function attempt(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  timeoutMs: number,
  cancellation: Cancellation,
  /** Called when the model is really called. A run that has ended makes no call. */
  onBegin: () => void = () => undefined,
): Promise<ModelReply> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) {
      reject(new AbortError(cancellation.reason));
      return;
    }
    onBegin();
    const controller = new AbortController();
    const timer = setTimeout(() => {
      finish();
      reject(new ModelError(`no reply within ${timeoutMs} ms`));
      controller.abort(new DOMException("timeout", "TimeoutError"));
    }, timeoutMs);
    const forget = cancellation.onEnd((reason) => {
      finish();
      reject(new AbortError(reason));
      controller.abort(reason);
    });
    let over = false;
    function finish(): void {
      over = true;
      clearTimeout(timer);
      forget();
    }
    const { onText } = request;
    // Text that arrives after the reply, the timeout or the end of the run is ignored.
    const heard = onText && { onText: (text: string) => void (over || onText(text)) };
    // The model may ignore its signal; a late reply then has no effect.
    model.generate({ ...request, ...heard, signal: controller.signal }).then(
      (reply) => {
        finish();
        resolve(reply);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}
