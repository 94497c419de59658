import { addUsage, NO_USAGE, plus } from "../protocol/add-usage.ts";
import type { CallCost } from "../protocol/events.ts";
import type { TotalUsage } from "../protocol/usage.ts";

/** Running sums. One unknown amount makes the sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
}

/** The sums of some calls. */
export function totalsOf(costs: readonly CallCost[]): Totals {
  let calls = 0;
  let usage: Omit<TotalUsage, "calls"> = NO_USAGE;
  let costUsd: number | null = 0;
  for (const cost of costs) {
    calls += cost.attempts;
    usage = addUsage(usage, cost.usage);
    costUsd = plus(costUsd, cost.costUsd);
  }
  return { usage: { calls, ...usage }, costUsd };
}
