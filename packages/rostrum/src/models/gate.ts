import { AbortError } from "../errors.ts";
import type { ProviderLimits } from "../protocol/limiter.ts";
import { LONGEST_TIMER, type Cancellation } from "./attempt.ts";

/** Holds calls back until their provider may be called; first come, first served. */
export interface Gate {
  /**
   * Resolves with a function to call when the call has ended, or with `null` when its turn didn't come
   * within `patienceMs`. Rejects when the run ends.
   */
  enter(cancellation: Cancellation, patienceMs: number): Promise<Leave | null>;
  /** The provider asked all callers to wait. */
  holdFor(ms: number): void;
  limit(limits: ProviderLimits): void;
}

export type Leave = () => void;

export function createGate(limits: ProviderLimits): Gate {
  const waiting: (() => void)[] = [];
  let { concurrency, spacing } = readPressure(limits);
  let inside = 0;
  let lastStart = -Infinity;
  let heldUntil = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** Starts as many calls as may start now, and wakes up again when the next one may. */
  function admit(): void {
    clearTimeout(timer);
    while (waiting.length > 0 && inside < concurrency) {
      const wait = Math.max(lastStart + spacing, heldUntil) - performance.now();
      if (wait > 0) {
        timer = setTimeout(admit, Math.min(wait, LONGEST_TIMER));
        return;
      }
      lastStart = performance.now();
      inside += 1;
      waiting.shift()?.();
    }
  }

  function leave(): void {
    inside -= 1;
    admit();
  }

  function giveUp(begin: () => void): void {
    waiting.splice(waiting.indexOf(begin), 1);
    // If no call is waiting, a timer would only keep the process alive.
    admit();
  }

  return {
    enter(cancellation, patienceMs) {
      return new Promise((resolve, reject) => {
        if (cancellation.ended) {
          reject(new AbortError(cancellation.reason));
          return;
        }
        const forget = cancellation.onEnd((reason) => {
          clearTimeout(patience);
          giveUp(begin);
          reject(new AbortError(reason));
        });
        const patience =
          patienceMs > LONGEST_TIMER
            ? undefined
            : setTimeout(() => {
                forget();
                giveUp(begin);
                resolve(null);
              }, patienceMs);
        function begin(): void {
          clearTimeout(patience);
          forget();
          resolve(leave);
        }
        waiting.push(begin);
        admit();
      });
    },
    holdFor(ms) {
      heldUntil = Math.max(heldUntil, performance.now() + ms);
    },
    limit(changed) {
      ({ concurrency, spacing } = readPressure(changed));
      admit();
    },
  };
}

function readPressure({ concurrency = Infinity, requestsPerMinute = Infinity }: ProviderLimits): {
  concurrency: number;
  spacing: number;
} {
  return { concurrency, spacing: 60_000 / requestsPerMinute };
}
