import { addUsageTo, NO_USAGE, plus } from "../protocol/add-usage.ts";
import type { CallCost } from "../protocol/events.ts";
import type { TotalUsage } from "../protocol/usage.ts";

/** What calls used together. One unknown amount makes its sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
  /** The sum of the costs that are known. */
  atLeastUsd: number;
}

/** Adds up calls. Every figure about tokens and dollars, of one debate or of many, is computed here. */
export function sumCalls(calls: readonly CallCost[]): Totals {
  const usage: TotalUsage = { calls: 0, ...NO_USAGE };
  let costUsd: number | null = 0;
  let atLeastUsd = 0;
  for (const call of calls) {
    // A call without attempts used nothing, whatever it doesn't say.
    if (call.attempts === 0) continue;
    usage.calls += call.attempts;
    addUsageTo(usage, call.usage);
    costUsd = plus(costUsd, call.costUsd);
    atLeastUsd += call.costUsd ?? 0;
  }
  return { usage, costUsd, atLeastUsd };
}
