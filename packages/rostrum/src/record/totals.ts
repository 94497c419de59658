import { NO_USAGE, plus, USAGE_PARTS } from "../protocol/add-usage.ts";
import type { CallCost } from "../protocol/events.ts";
import type { TotalUsage } from "../protocol/usage.ts";

/** Running sums. One unknown amount makes the sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
}

export function emptyTotals(): Totals {
  return { usage: { calls: 0, ...NO_USAGE }, costUsd: 0 };
}

export function addCall(totals: Totals, call: CallCost): void {
  const { usage } = totals;
  usage.calls += call.attempts;
  for (const part of USAGE_PARTS) usage[part] = plus(usage[part], call.usage[part]);
  totals.costUsd = plus(totals.costUsd, call.costUsd);
}
