import type { Cancellation } from "../../models/index.ts";
import type { Leaving } from "../leaving.ts";

/**
 * The runs that a signal ends. A signal gets one listener, however many debates share it, because Node
 * warns about a leak from the eleventh listener on.
 */
const shared = new WeakMap<AbortSignal, Set<OwnCancellation>>();

function runsOf(signal: AbortSignal): Set<OwnCancellation> {
  const known = shared.get(signal);
  if (known) return known;
  const all = new Set<OwnCancellation>();
  shared.set(signal, all);
  signal.addEventListener("abort", () => all.forEach((each) => each.end(signal.reason)), {
    once: true,
  });
  return all;
}

type Listener = (reason: unknown) => void;

/** Ends one run, on any of the caller's signals or from inside. */
export class OwnCancellation implements Cancellation {
  ended: boolean;
  reason: unknown;
  /** `null` until somebody listens. */
  #listeners: Set<Listener> | null = null;
  readonly #signals: readonly AbortSignal[];

  constructor(signals: readonly AbortSignal[], leaving?: Leaving) {
    const aborted = signals.find((signal) => signal.aborted);
    this.ended = aborted !== undefined;
    this.reason = aborted?.reason;
    this.#signals = signals;
    if (!this.ended) for (const signal of signals) runsOf(signal).add(this);
    leaving?.onLeave((reason) => this.end(reason));
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
    for (const listener of [...(this.#listeners ?? [])]) listener(why);
  }

  /** Stops listening to the caller's signals. */
  close(): void {
    for (const signal of this.#signals) shared.get(signal)?.delete(this);
  }
}
