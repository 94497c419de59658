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

export interface OwnCancellation extends Cancellation {
  end(reason: unknown): void;
  /** Stops listening to the caller's signals, and watching the calls. */
  close(): void;
}

/** Ends one run, on any of the caller's signals or from inside. */
export function createCancellation(
  signals: readonly AbortSignal[],
  leaving?: Leaving,
): OwnCancellation {
  let listeners: Set<(reason: unknown) => void> | null = null;
  const calls = new CallsInFlight();
  const aborted = signals.find((signal) => signal.aborted);
  const forget: (() => void)[] = [];
  // Plain fields, because accessors would be defined anew for each run.
  const own: { -readonly [key in keyof OwnCancellation]: OwnCancellation[key] } = {
    calls,
    ended: aborted !== undefined,
    reason: aborted?.reason,
    onEnd(listener) {
      const all = (listeners ??= new Set());
      all.add(listener);
      return () => all.delete(listener);
    },
    end(why) {
      if (own.ended) return;
      own.ended = true;
      own.reason = why;
      calls.cutOff(why);
      for (const listener of [...(listeners ?? [])]) listener(why);
    },
    close() {
      calls.close();
      for (const each of forget) each();
    },
  };
  if (!own.ended) for (const signal of signals) forget.push(listen(signal, own.end));
  leaving?.onLeave(own.end);
  return own;
}
