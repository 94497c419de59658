import type { CallCost } from "../protocol/events.ts";
import type { TotalUsage } from "../protocol/usage.ts";

/** Running sums in which one unknown makes the whole unknown. */
export interface Totals {
  usage: TotalUsage;
  costUsd: number | null;
}

export function emptyTotals(): Totals {
  return {
    usage: { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    costUsd: 0,
  };
}

export function addCall(totals: Totals, call: CallCost): void {
  const { usage } = totals;
  usage.calls += call.attempts;
  usage.inputTokens = plus(usage.inputTokens, call.usage.inputTokens);
  usage.cachedInputTokens = plus(usage.cachedInputTokens, call.usage.cachedInputTokens);
  usage.outputTokens = plus(usage.outputTokens, call.usage.outputTokens);
  totals.costUsd = plus(totals.costUsd, call.costUsd);
}

export function plus(a: number | null | undefined, b: number | null | undefined): number | null {
  return a === null || a === undefined || b === null || b === undefined ? null : a + b;
}
