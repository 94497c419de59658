import type { Budget } from "../../protocol/budget.ts";

/** Measures the time in which a run only waits for people. */
export interface Clock {
  /** Milliseconds so far in which somebody was waited for and no call was in flight. */
  waited(): number;
  /** Call the returned function when the call or the wait is over. */
  begin(what: "call" | "wait"): () => void;
}

export function createClock(now: () => number = Date.now): Clock {
  const open = { call: 0, wait: 0 };
  let sum = 0;
  let since: number | null = null;

  function turn(): void {
    const idle = open.wait > 0 && open.call === 0;
    if (idle && since === null) since = now();
    if (!idle && since !== null) {
      sum += now() - since;
      since = null;
    }
  }

  return {
    waited: () => sum + (since === null ? 0 : now() - since),
    begin(what) {
      open[what] += 1;
      turn();
      return () => {
        open[what] -= 1;
        turn();
      };
    },
  };
}

/** The same budget for a run that waits for people: that time is not the run's. */
export function withoutWaits(budget: Budget, { waited }: Clock): Budget {
  const { limits } = budget;
  const taken = (): number => Math.max(0, budget.spent().ms - waited());
  return {
    limits,
    spent: () => ({ ...budget.spent(), ms: taken() }),
    open: () => budget.open(waited),
    // With a cap of another budget in addition, whichever ends first.
    msLeft: () => (limits.ms === undefined ? budget.msLeft() : Math.max(0, limits.ms - taken())),
  };
}
