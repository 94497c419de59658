import { addUsageTo, NO_USAGE, plus } from "../protocol/add-usage.ts";
import type { CallCost } from "../protocol/events.ts";
import type { TotalUsage } from "../protocol/usage.ts";

/** Running sums. One unknown amount makes the sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
}

/** The sums of some calls. */
export function totalsOf(costs: readonly CallCost[]): Totals {
  const usage: TotalUsage = { calls: 0, ...NO_USAGE };
  let costUsd: number | null = 0;
  for (const cost of costs) {
    usage.calls += cost.attempts;
    addUsageTo(usage, cost.usage);
    costUsd = plus(costUsd, cost.costUsd);
  }
  return { usage, costUsd };
}
