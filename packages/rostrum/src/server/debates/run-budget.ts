import { createBudget } from "../../api/index.ts";
import type { PanelConfig } from "../panels/panel-config.ts";
import { bothBudgets } from "../users/user-budget.ts";
import type { User } from "../users/users.ts";

/** What a debate may spend: its own caps, within its user's limit. */
export function budgetFor(
  own: PanelConfig["budget"],
  { budget: shared }: User,
): PanelConfig["budget"] {
  if (shared === null) return own;
  if (own === undefined) return shared;
  const ownIsShared = "open" in own;
  return bothBudgets(ownIsShared ? own : createBudget(own), shared, ownIsShared);
}
