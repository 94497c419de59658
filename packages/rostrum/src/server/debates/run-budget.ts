import { createBudget } from "../../api/index.ts";
import type { Budget } from "../../protocol/budget.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { spendOf } from "../../protocol/spend.ts";
import type { PanelConfig } from "../panels/panel-config.ts";
import { bothBudgets, charge } from "../users/user-budget.ts";
import type { User } from "../users/users.ts";

/**
 * What a debate may spend: its own caps, within its user's limit. `before` is what a run that is taken
 * up again has paid already: with a shared budget the engine doesn't count that a second time.
 */
export function budgetFor(
  own: PanelConfig["budget"],
  { budget: shared }: User,
  before?: PartialResult,
): PanelConfig["budget"] {
  if (shared === null) return own;
  if (own === undefined) return shared;
  const caps: Budget = "open" in own ? own : createBudget(own);
  if (before && !("open" in own)) {
    const { usage, costUsd } = before;
    charge(caps, spendOf({ attempts: usage.calls, usage, costUsd }));
  }
  return bothBudgets(caps, shared);
}
