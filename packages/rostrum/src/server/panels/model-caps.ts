import { COUNTED } from "../../protocol/spend.ts";
import type { BudgetLimits } from "../../protocol/settings.ts";
import type { Budget } from "../../protocol/budget.ts";
import { idsIn, seatIds } from "../../api/index.ts";
import { HttpError } from "../http-error.ts";
import type { PanelConfig } from "./panel-config.ts";

/** The caps of every configured panel that names one of these models. */
export type CapsOf = (ids: readonly string[]) => NonNullable<PanelConfig["budget"]>[];

/** A model's cap stays with it in every panel: as debater, judge, router or fallback. */
export function capsOf(panels: readonly PanelConfig[]): CapsOf {
  const capped = panels.flatMap((panel) => {
    const { budget } = panel;
    return budget === undefined ? [] : [{ budget, ids: new Set(idsIn(panel).flatMap(seatIds)) }];
  });
  return (ids) => {
    const wanted = ids.flatMap(seatIds);
    return capped
      .filter((each) => wanted.some((id) => each.ids.has(id)))
      .map((each) => each.budget);
  };
}

/** The smallest of each cap. Added caps can lower a cap and never raise it. */
export function strictest(
  caps: readonly (PanelConfig["budget"] | undefined)[],
  field: string,
): PanelConfig["budget"] {
  const all = [...new Set(caps.filter((each) => each !== undefined))];
  const [first, ...more] = all;
  if (first === undefined || more.length === 0) return first;
  const shared = all.some((each) => "open" in each);
  if (shared) {
    throw new HttpError(
      400,
      "invalid_request",
      "expected the panel unchanged, because its budget is shared with other debates and can't be combined with other caps",
      { field },
    );
  }
  return (all as Exclude<(typeof all)[number], Budget>[]).reduce(least);
}

function least(a: BudgetLimits, b: BudgetLimits): BudgetLimits {
  const both: BudgetLimits = { ...a, ...b };
  for (const cap of [...COUNTED, "ms"] as const) {
    const lower = Math.min(a[cap] ?? Infinity, b[cap] ?? Infinity);
    if (lower < Infinity) both[cap] = lower;
  }
  return both;
}
