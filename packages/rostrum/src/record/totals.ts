import { addUsageTo, NO_USAGE, plus } from "../protocol/add-usage.ts";
import type { CallCost } from "../protocol/events.ts";
import type { TotalUsage, Usage } from "../protocol/usage.ts";

/** What calls used together. One unknown amount makes its sum unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
  /** The sum of the costs that are known. */
  atLeastUsd: number;
}

/** Adds up calls. Every figure about the tokens and dollars of a debate is computed here. */
export function sumCalls(calls: readonly CallCost[]): Totals {
  // A call without attempts used nothing, whatever it doesn't say.
  const paid = calls.filter(({ attempts }) => attempts > 0);
  return sumTotals(
    paid.map(({ attempts, usage, costUsd }) => ({
      usage: { ...usage, calls: attempts },
      costUsd,
      atLeastUsd: costUsd ?? 0,
    })),
  );
}

/** Adds up totals, of several debates for example. */
export function sumTotals(
  parts: readonly (Omit<Totals, "usage"> & { usage: Usage & { calls: number } })[],
): Totals {
  const sum: Totals = { usage: { calls: 0, ...NO_USAGE }, costUsd: 0, atLeastUsd: 0 };
  for (const { usage, costUsd, atLeastUsd } of parts) {
    sum.usage.calls += usage.calls;
    addUsageTo(sum.usage, usage);
    sum.costUsd = plus(sum.costUsd, costUsd);
    sum.atLeastUsd += atLeastUsd;
  }
  return sum;
}
