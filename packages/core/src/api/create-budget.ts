import { createBudget as openBudget } from "../debate/budget.ts";
import type { Budget } from "../protocol/budget.ts";
import type { BudgetLimits } from "../protocol/settings.ts";
import { checkLimits } from "./config/resolve-config.ts";

/** One cap for several debates: `const budget = createBudget({ usd: 5 })`, passed to each of them. */
export function createBudget(limits: BudgetLimits): Budget {
  checkLimits(limits);
  return openBudget(limits);
}
