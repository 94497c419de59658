import { createBudget } from "@rostrum/runtime/api";
import { type Budget, type BudgetLimits, NO_SPEND } from "@rostrum/core/protocol";

/**
 * A budget of one run. Unlike a result's cost, what it counts is never unknown: a call that was cut off counts at its
 * worst case, also if the run is stopped. What earlier processes spent on the run counts too.
 */
export function createRunBudget(limits: BudgetLimits): Budget {
  const budget = createBudget(limits);
  return {
    ...budget,
    open(waited) {
      const hold = budget.open(waited);
      return { ...hold, chargeEarlier: (spent) => hold.settle(NO_SPEND, spent) };
    },
  };
}
