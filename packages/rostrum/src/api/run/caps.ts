import type { BudgetPort } from "../../debate/ports.ts";
import type { Budget, Hold } from "../../protocol/budget.ts";

const NEARLY = 0.8;

/** The loop's view of a budget. */
export function budgetPort(budget: Budget, hold: Hold): BudgetPort {
  const warned = new Set<string>();
  const { limits } = budget;
  return {
    hold,
    onExceeded: limits.onExceeded ?? "stop",
    expired() {
      if (limits.ms === undefined || budget.msLeft() > 0) return null;
      return { limit: "ms", cap: limits.ms, spent: budget.spent().ms, needed: 1 };
    },
    warnings() {
      const spent = budget.spent();
      const near = (["usd", "tokens", "calls", "ms"] as const).flatMap((limit) => {
        const cap = limits[limit];
        if (cap === undefined || warned.has(limit) || spent[limit] < cap * NEARLY) return [];
        warned.add(limit);
        return [{ limit, spent: spent[limit], cap }];
      });
      return near;
    },
  };
}
