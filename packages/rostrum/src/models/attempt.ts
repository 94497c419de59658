import { AbortError, ModelError } from "../errors.ts";
import type { ModelPort, ModelReply, ModelRequest } from "../protocol/model.ts";

/** Ends every call of a run at once, with a single listener on the caller's signal. */
export interface Cancellation {
  readonly ended: boolean;
  readonly reason: unknown;
  /** Calls back when the run ends; returns a function that unsubscribes. */
  onEnd(listener: (reason: unknown) => void): () => void;
  /** Calls in flight, which the end of the run cuts off. Absent: each subscribes by itself. */
  readonly calls?: Set<CallInFlight>;
}

export interface CallInFlight {
  cutOff(reason: unknown): void;
}

/** One attempt: ends with the reply, the model's error, the timeout, or the run, whichever comes first. */
export function attempt(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  timeoutMs: number,
  cancellation: Cancellation,
): Promise<ModelReply> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) {
      reject(new AbortError(cancellation.reason));
      return;
    }
    const call = new Attempt(resolve, reject, timeoutMs, cancellation);
    const { signal } = call.controller;
    const { onText } = request;
    const asked: ModelRequest = { ...request, signal };
    // Text that arrives after the reply, the timeout or the end of the run is ignored.
    if (onText) asked.onText = (text) => void (call.over || onText(text));
    // The model may ignore its signal; a late reply then has no effect.
    model.generate(asked).then(
      (reply) => call.came(reply),
      (error: unknown) => call.failed(error),
    );
  });
}

/** One object instead of several closures, because thousands of calls may be in flight. */
class Attempt implements CallInFlight {
  readonly controller: AbortController = new AbortController();
  over = false;
  readonly #resolve: (reply: ModelReply) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timeoutMs: number;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #calls: Set<CallInFlight> | undefined;
  readonly #forget: (() => void) | undefined;

  constructor(
    resolve: (reply: ModelReply) => void,
    reject: (error: unknown) => void,
    timeoutMs: number,
    { calls, onEnd }: Cancellation,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timeoutMs = timeoutMs;
    this.#timer = setTimeout(Attempt.#timeOut, timeoutMs, this);
    this.#calls = calls;
    if (calls) calls.add(this);
    else this.#forget = onEnd((reason) => this.cutOff(reason));
  }

  came(reply: ModelReply): void {
    this.#finish();
    this.#resolve(reply);
  }

  failed(error: unknown): void {
    this.#finish();
    this.#reject(error);
  }

  cutOff(reason: unknown): void {
    this.failed(new AbortError(reason));
    this.controller.abort(reason);
  }

  static #timeOut(this: void, call: Attempt): void {
    call.failed(new ModelError(`no reply within ${call.#timeoutMs} ms`));
    call.controller.abort(new DOMException("timeout", "TimeoutError"));
  }

  #finish(): void {
    this.over = true;
    clearTimeout(this.#timer);
    this.#calls?.delete(this);
    this.#forget?.();
  }
}
