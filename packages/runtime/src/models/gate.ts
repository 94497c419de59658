import { AbortError } from "@rostrum/core/support";
import type { ProviderLimits } from "@rostrum/core/protocol";
import { MAX_TIMER_MS, type Cancellation } from "./attempt.ts";

export type LeaveGate = () => void;

/** Holds calls back until their provider may be called; first come, first served. */
export class Gate {
  readonly #waiting = new Set<() => void>();
  #limits: ProviderLimits;
  #inside = 0;
  #lastStart = -Infinity;
  #heldUntil = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: ProviderLimits) {
    this.#limits = limits;
  }

  /**
   * Resolves with a function to call when the call has ended, or with `null` when its turn didn't come
   * within `patienceMs`. Rejects when the run ends.
   */
  enter(cancellation: Cancellation, patienceMs: number): Promise<LeaveGate | null> {
    return new Promise((resolve, reject) => {
      if (cancellation.ended) {
        reject(new AbortError(cancellation.reason));
        return;
      }
      const forget = cancellation.onEnd((reason) => {
        clearTimeout(patience);
        this.#giveUp(begin);
        reject(new AbortError(reason));
      });
      const untilMs = performance.now() + patienceMs;
      let patience: NodeJS.Timeout | undefined;
      let hasEntered = false;
      /** A timer may fire early, with time left. */
      const waitForTurn = (): void => {
        const remainingMs = untilMs - performance.now();
        if (remainingMs > 0) {
          patience = setTimeout(waitForTurn, remainingMs);
          return;
        }
        forget();
        this.#giveUp(begin);
        resolve(null);
      };
      const begin = (): void => {
        hasEntered = true;
        clearTimeout(patience);
        forget();
        resolve(() => {
          this.#inside -= 1;
          this.#admit();
        });
      };
      this.#waiting.add(begin);
      this.#admit();
      if (!hasEntered && patienceMs <= MAX_TIMER_MS) waitForTurn();
    });
  }

  /** The provider asked all callers to wait. */
  holdFor(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, performance.now() + ms);
  }

  limit(limits: ProviderLimits): void {
    this.#limits = limits;
    this.#admit();
  }

  /** Starts as many calls as may start now, and wakes up again when the next one may. */
  #admit(): void {
    const { concurrency = Infinity, requestsPerMinute = Infinity } = this.#limits;
    clearTimeout(this.#timer);
    for (const begin of this.#waiting) {
      if (this.#inside >= concurrency) return;
      const nextStartMs = Math.max(this.#lastStart + 60_000 / requestsPerMinute, this.#heldUntil);
      const waitMs = nextStartMs - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.min(waitMs, MAX_TIMER_MS));
        return;
      }
      this.#lastStart = performance.now();
      this.#inside += 1;
      this.#waiting.delete(begin);
      begin();
    }
  }

  #giveUp(begin: () => void): void {
    this.#waiting.delete(begin);
    // After the other calls of a run that ended have left, so that none of them takes a turn. If no call
    // is waiting, a timer would only keep the process alive.
    queueMicrotask(() => this.#admit());
  }
}
