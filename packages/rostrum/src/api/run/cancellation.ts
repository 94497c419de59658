import type { CallInFlight, Cancellation } from "../../models/index.ts";

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
  /** Stops listening to the caller's signals. */
  close(): void;
}

/** Ends one run, on any of the caller's signals or from inside. */
export function createCancellation(signals: readonly AbortSignal[]): OwnCancellation {
  const listeners = new Set<(reason: unknown) => void>();
  const calls = new Set<CallInFlight>();
  const aborted = signals.find((signal) => signal.aborted);
  let ended = aborted !== undefined;
  let reason: unknown = aborted?.reason;
  function end(why: unknown): void {
    if (ended) return;
    ended = true;
    reason = why;
    for (const call of [...calls]) call.cutOff(why);
    for (const listener of [...listeners]) listener(why);
  }
  const forget = ended ? [] : signals.map((signal) => listen(signal, end));
  return {
    calls,
    get ended() {
      return ended;
    },
    get reason() {
      return reason;
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end,
    close() {
      for (const each of forget) each();
    },
  };
}
