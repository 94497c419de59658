import { AbortError } from "@rostrum/core/support";
import { timerFor, type Cancellation } from "../../models/index.ts";

/**
 * The runs that a signal ends. A signal gets one listener, however many debates share it, because Node
 * warns about a leak from the eleventh listener on.
 */
const cancellationsBySignal = new WeakMap<AbortSignal, Set<RunCancellation>>();

function listenTo(signal: AbortSignal): Set<RunCancellation> {
  const cached = cancellationsBySignal.get(signal);
  if (cached) return cached;
  const all = new Set<RunCancellation>();
  cancellationsBySignal.set(signal, all);
  signal.addEventListener(
    "abort",
    () => all.forEach((cancellation) => cancellation.end(signal.reason)),
    {
      once: true,
    },
  );
  return all;
}

type Listener = (reason: unknown) => void;

/** Ends one run, on any of the caller's signals or from inside. */
export class RunCancellation implements Cancellation {
  ended: boolean;
  reason: unknown;
  readonly #listeners = new Set<Listener>();
  readonly #signals: readonly AbortSignal[];

  constructor(signals: readonly AbortSignal[]) {
    const aborted = signals.find((signal) => signal.aborted);
    this.ended = aborted !== undefined;
    this.reason = aborted?.reason;
    this.#signals = signals;
    if (!this.ended) for (const signal of signals) listenTo(signal).add(this);
  }

  onEnd(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(reason: unknown): void {
    if (this.ended) return;
    this.ended = true;
    this.reason = reason;
    for (const listener of [...this.#listeners]) listener(reason);
  }

  /** Stops listening to the caller's signals. */
  close(): void {
    for (const signal of this.#signals) cancellationsBySignal.get(signal)?.delete(this);
  }
}

/** Ends with the run, or with the signal of one call. */
export function cancelWith(run: Cancellation, signal: AbortSignal): Cancellation {
  return {
    get ended() {
      return run.ended || signal.aborted;
    },
    get reason() {
      return run.ended ? run.reason : (signal.reason as unknown);
    },
    onEnd(listener) {
      const forgetRun = run.onEnd(listener);
      const end = (): void => listener(signal.reason);
      signal.addEventListener("abort", end, { once: true });
      return () => {
        forgetRun();
        signal.removeEventListener("abort", end);
      };
    },
  };
}

/**
 * Waits for the user's own code. It rejects when the time is up, and with an `AbortError` when the run
 * ends. The code gets a signal, and may ignore it.
 */
export function runWithin<T>(
  cancellation: Cancellation,
  timeoutMs: number,
  work: (signal: AbortSignal) => T | Promise<T>,
  limitName: string = "limits.timeoutMs",
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (cancellation.ended) {
      reject(new AbortError(cancellation.reason));
      return;
    }
    const controller = new AbortController();
    const end = (error: Error): void => {
      finish();
      reject(error);
      controller.abort(error);
    };
    const timer = setTimeout(
      () => end(new Error(`it did not end within ${timeoutMs} ms (${limitName})`)),
      timerFor(timeoutMs),
    );
    const forget = cancellation.onEnd((reason) => end(new AbortError(reason)));
    function finish(): void {
      clearTimeout(timer);
      forget();
    }
    const working = (async () => work(controller.signal))();
    working.finally(finish).then(resolve, reject);
  });
}
