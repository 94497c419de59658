import type { Budget } from "../../protocol/budget.ts";

/** Measures the time in which a run only waits for people. */
export class Clock {
  readonly #now: () => number;
  #calls = 0;
  #waits = 0;
  #sum = 0;
  #since: number | null = null;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Milliseconds so far in which somebody was waited for and no call was in flight. */
  waited(): number {
    return this.#sum + (this.#since === null ? 0 : this.#now() - this.#since);
  }

  /** Call the returned function when the call or the wait is over. */
  begin(what: "call" | "wait"): () => void {
    this.#turn(what, 1);
    return () => this.#turn(what, -1);
  }

  #turn(what: "call" | "wait", change: 1 | -1): void {
    if (what === "call") this.#calls += change;
    else this.#waits += change;
    const idle = this.#waits > 0 && this.#calls === 0;
    if (idle && this.#since === null) this.#since = this.#now();
    if (!idle && this.#since !== null) {
      this.#sum += this.#now() - this.#since;
      this.#since = null;
    }
  }
}

/** The same budget for a run that waits for people: that time is not the run's. */
export function withoutWaits(budget: Budget, clock: Clock): Budget {
  const { limits } = budget;
  const waited = (): number => clock.waited();
  const taken = (): number => Math.max(0, budget.spent().ms - waited());
  return {
    limits,
    spent: () => ({ ...budget.spent(), ms: taken() }),
    open: () => budget.open(waited),
    // With a cap of another budget in addition, whichever ends first.
    msLeft: () => (limits.ms === undefined ? budget.msLeft() : Math.max(0, limits.ms - taken())),
  };
}
