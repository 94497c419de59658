import { addUsage, NO_USAGE, plus } from "../protocol/add-usage.ts";
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
  const calls = totals.usage.calls + call.attempts;
  totals.usage = { calls, ...addUsage(totals.usage, call.usage) };
  totals.costUsd = plus(totals.costUsd, call.costUsd);
}
