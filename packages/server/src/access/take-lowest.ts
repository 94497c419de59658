import type { BudgetLimits } from "@rostrum/core/protocol";

/** Lowest value of each cap that any of these limits has. */
export function takeLowest(limits: readonly BudgetLimits[]): BudgetLimits {
  const lowest: Record<string, number> = {};
  for (const [cap, value] of limits.flatMap((each) => Object.entries(each))) {
    if (typeof value === "number") lowest[cap] = Math.min(value, lowest[cap] ?? Infinity);
  }
  return Object.assign({}, ...limits, lowest) as BudgetLimits;
}
