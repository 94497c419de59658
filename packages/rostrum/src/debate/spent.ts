import { BudgetExceededError } from "../errors.ts";
import type { Shortage } from "../protocol/budget.ts";
import type { DebateState } from "./state.ts";

/** A cap ends the debate: with what it has, or, if that is nothing or the caller wants it so, with an error. */
export function endForBudget({ ports, seats }: DebateState, shortage: Shortage): "budget" {
  ports.emit({ type: "debate.budget_exceeded", shortage });
  const nothing = seats.every(({ vote }) => vote === null);
  if (nothing || ports.budget?.onExceeded === "throw") throw new BudgetExceededError(shortage);
  return "budget";
}
