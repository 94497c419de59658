import { AbortError, ModelError } from "../errors.ts";
import { type CallInFlight, CallsInFlight } from "./calls-in-flight.ts";
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
  readonly due: number;
  over = false;
  readonly #resolve: (reply: ModelReply) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timeoutMs: number;
  readonly #calls: CallsInFlight;
  readonly #forget: (() => void) | undefined;

  constructor(
    resolve: (reply: ModelReply) => void,
    reject: (error: unknown) => void,
    timeoutMs: number,
    cancellation: Cancellation,
  ) {
    const { calls } = cancellation;
    const now = performance.now();
    this.due = now + timeoutMs;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timeoutMs = timeoutMs;
    this.#calls = calls ?? new CallsInFlight();
    this.#calls.add(this, now);
    if (!calls) this.#forget = cancellation.onEnd((reason) => this.cutOff(reason));
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

  timeOut(): void {
    this.failed(new ModelError(`no reply within ${this.#timeoutMs} ms`));
    this.controller.abort(new DOMException("timeout", "TimeoutError"));
  }

  #finish(): void {
    this.over = true;
    this.#calls.delete(this);
    if (!this.#forget) return;
    this.#forget();
    this.#calls.close();
  }
}
