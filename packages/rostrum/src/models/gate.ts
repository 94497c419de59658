import { AbortError } from "../errors.ts";
import type { ProviderLimits } from "../protocol/limiter.ts";
import { LONGEST_TIMER, type Cancellation } from "./attempt.ts";

export type Leave = () => void;

/** Holds calls back until their provider may be called; first come, first served. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
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
  enter(cancellation: Cancellation, patienceMs: number): Promise<Leave | null> {
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
      const patience =
        patienceMs > LONGEST_TIMER
          ? undefined
          : setTimeout(() => {
              forget();
              this.#giveUp(begin);
              resolve(null);
            }, patienceMs);
      const begin = (): void => {
        clearTimeout(patience);
        forget();
        resolve(() => {
          this.#inside -= 1;
          this.#admit();
        });
      };
      this.#waiting.push(begin);
      this.#admit();
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
    while (this.#waiting.length > 0 && this.#inside < concurrency) {
      const next = Math.max(this.#lastStart + 60_000 / requestsPerMinute, this.#heldUntil);
      const wait = next - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#admit(), Math.min(wait, LONGEST_TIMER));
        return;
      }
      this.#lastStart = performance.now();
      this.#inside += 1;
      this.#waiting.shift()?.();
    }
  }

  #giveUp(begin: () => void): void {
    this.#waiting.splice(this.#waiting.indexOf(begin), 1);
    // If no call is waiting, a timer would only keep the process alive.
    this.#admit();
  }
}
