import { createBudget as openBudget } from "@rostrum/core/debate";
import type { Budget, BudgetLimits } from "@rostrum/core/protocol";
import { checkLimits } from "./config/resolve-config.ts";

/** One cap for several debates: `const budget = createBudget({ usd: 5 })`, passed to each of them. */
export function createBudget(limits: BudgetLimits): Budget {
  checkLimits(limits);
  return openBudget(limits);
}
