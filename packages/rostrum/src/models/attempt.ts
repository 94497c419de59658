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

/** Is told once how an attempt ended. */
export interface Receiver {
  came(reply: ModelReply): void;
  failed(error: unknown): void;
}

/** One attempt: ends with the reply, the model's error, the timeout, or the run, whichever comes first. */
export function attempt(
  model: ModelPort,
  request: Omit<ModelRequest, "signal">,
  timeoutMs: number,
  cancellation: Cancellation,
  receiver: Receiver,
): void {
  if (cancellation.ended) {
    receiver.failed(new AbortError(cancellation.reason));
    return;
  }
  const call = new Attempt(timeoutMs, cancellation, receiver);
  const { signal } = call.controller;
  const { onText } = request;
  const asked: ModelRequest = { ...request, signal };
  // Text that arrives after the reply, the timeout or the end of the run is ignored.
  if (onText) asked.onText = (text) => void (call.over || onText(text));
  const failed = (error: unknown): void => call.failed(error);
  try {
    // The model may ignore its signal; a late reply then has no effect.
    model.generate(asked).then((reply) => call.came(reply), failed);
  } catch (thrown) {
    failed(thrown);
  }
}

/** One object instead of several closures, because thousands of calls may be in flight. */
class Attempt implements CallInFlight {
  readonly controller: AbortController = new AbortController();
  readonly due: number;
  over = false;
  readonly #timeoutMs: number;
  readonly #receiver: Receiver;
  readonly #calls: CallsInFlight;
  readonly #forget: (() => void) | undefined;

  constructor(timeoutMs: number, cancellation: Cancellation, receiver: Receiver) {
    const { calls } = cancellation;
    const now = performance.now();
    this.due = now + timeoutMs;
    this.#timeoutMs = timeoutMs;
    this.#receiver = receiver;
    this.#calls = calls ?? new CallsInFlight();
    this.#calls.add(this, now);
    if (!calls) this.#forget = cancellation.onEnd((reason) => this.cutOff(reason));
  }

  came(reply: ModelReply): void {
    if (this.over) return;
    this.#finish();
    this.#receiver.came(reply);
  }

  failed(error: unknown): void {
    if (this.over) return;
    this.#finish();
    this.#receiver.failed(error);
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
