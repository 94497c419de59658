import { CallsInFlight, type Cancellation } from "../../models/index.ts";
import type { Leaving } from "../leaving.ts";

/**
 * A signal gets one listener, however many debates share it, because Node warns about a leak from the
 * eleventh listener on.
 */
const shared = new WeakMap<AbortSignal, Set<(reason: unknown) => void>>();

function listen(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  let listeners = shared.get(signal);
  if (!listeners) {
    const all = new Set<(reason: unknown) => void>();
    shared.set(signal, all);
    signal.addEventListener("abort", () => all.forEach((each) => each(signal.reason)), {
      once: true,
    });
    listeners = all;
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Listener = (reason: unknown) => void;

/** Ends one run, on any of the caller's signals or from inside. */
export class OwnCancellation implements Cancellation {
  ended: boolean;
  reason: unknown;
  readonly calls: CallsInFlight = new CallsInFlight();
  /** `null` until somebody listens. */
  #listeners: Set<Listener> | null = null;
  /** Stops listening to the caller's signals. */
  #forget: (() => void)[] = NOTHING;

  constructor(signals: readonly AbortSignal[], leaving?: Leaving) {
    const aborted = signals.find((signal) => signal.aborted);
    this.ended = aborted !== undefined;
    this.reason = aborted?.reason;
    const end = (reason: unknown): void => this.end(reason);
    if (!this.ended && signals.length > 0) this.#forget = signals.map((each) => listen(each, end));
    leaving?.onLeave(end);
  }

  onEnd(listener: Listener): () => void {
    const all = (this.#listeners ??= new Set());
    all.add(listener);
    return () => all.delete(listener);
  }

  end(why: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = why;
    this.calls.cutOff(why);
    for (const listener of [...(this.#listeners ?? [])]) listener(why);
  }

  /** Stops listening to the caller's signals, and watching the calls. */
  close(): void {
    this.calls.close();
    for (const forget of this.#forget) forget();
  }
}

const NOTHING: (() => void)[] = [];
