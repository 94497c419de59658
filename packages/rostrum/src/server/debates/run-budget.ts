import { createBudget } from "../../api/index.ts";
import type { PanelConfig } from "../panels/panel-config.ts";
import type { Budget } from "../../protocol/budget.ts";
import { bothBudgets } from "../users/spending.ts";

/** What a debate may spend: its own caps, within the limits of its user and team. */
export function budgetFor(
  own: PanelConfig["budget"],
  shared: Budget | null,
): PanelConfig["budget"] {
  if (shared === null) return own;
  if (own === undefined) return shared;
  const ownIsShared = "open" in own;
  return bothBudgets(ownIsShared ? own : createBudget(own), shared, ownIsShared);
}
