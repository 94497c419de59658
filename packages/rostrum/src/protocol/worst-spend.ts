import type { Spend } from "./budget.ts";
import type { CallCost } from "./events.ts";
import { addSpend, NO_SPEND, spendOf } from "./spend.ts";

/** The larger value of each part; unknown if either is unknown. */
export function largerSpend(a: Spend, b: Spend): Spend {
  return {
    calls: Math.max(a.calls, b.calls),
    tokens: both(a.tokens, b.tokens, Math.max),
    usd: both(a.usd, b.usd, Math.max),
  };
}

/** Tokens and money times a factor; the number of calls stays. */
export function scaleSpend({ calls, tokens, usd }: Spend, factor: number): Spend {
  return {
    calls,
    tokens: both(tokens, factor, (a, b) => a * b),
    usd: both(usd, factor, (a, b) => a * b),
  };
}

/** One amount minus another, but never less than zero. */
export function spendBeyond(needed: Spend, held: Spend): Spend {
  const over = (a: number, b: number): number => Math.max(0, a - b);
  return {
    calls: over(needed.calls, held.calls),
    tokens: both(needed.tokens, held.tokens, over),
    usd: both(needed.usd, held.usd, over),
  };
}

/** The amount that a budget charges: unknown parts count at their worst case. */
export function chargedSpend(worst: Spend, actual: Spend): Record<keyof Spend, number> {
  return {
    calls: actual.calls,
    tokens: actual.tokens ?? worst.tokens ?? 0,
    usd: actual.usd ?? worst.usd ?? 0,
  };
}

/**
 * The amount that a budget charges for a call's attempts. Unknown parts count at the worst case of each
 * attempt. Every attempt after the first may have had twice the output limit, and so may the first one if
 * an earlier process made attempts before it.
 */
export function chargedCost(
  { worst, worstDoubled }: { worst: Spend; worstDoubled: Spend | null },
  cost: CallCost,
  othersBefore = false,
): Record<keyof Spend, number> {
  if (cost.attempts === 0) return chargedSpend(NO_SPEND, spendOf(cost));
  const later = worstDoubled ?? worst;
  const most = addSpend(othersBefore ? later : worst, scaleSpend(later, cost.attempts - 1));
  return chargedSpend(most, spendOf(cost));
}

function both(
  a: number | null,
  b: number | null,
  join: (a: number, b: number) => number,
): number | null {
  return a === null || b === null ? null : join(a, b);
}
