import { addTokens } from "./costs.ts";
import type { Spend } from "./budget.ts";
import type { CallCost } from "./events.ts";
import type { Amount } from "./service-store.ts";

/**
 * What budgets count, in the order in which limits are checked. Sums, limits, warnings, wallets and their columns in
 * SQL derive from this list.
 */
export const COUNTED: readonly (keyof Amount)[] = ["calls", "tokens", "usd"];

/** What the budget of a debate counts: calls of tools too, which wallets don't. */
export const CAPPED: readonly (keyof Spend)[] = [...COUNTED, "toolCalls"];

/** One call of a tool. */
export const ONE_TOOL_CALL: Readonly<Spend> = { calls: 0, tokens: 0, usd: 0, toolCalls: 1 };

export const NO_SPEND: Readonly<Amount> = { calls: 0, tokens: 0, usd: 0 };

/** What a call used, as a cap counts it. */
export function toSpend({ attempts, usage, costUsd }: CallCost): Spend {
  return { calls: attempts, tokens: addTokens(usage), usd: costUsd };
}

export function addSpend(a: Amount, b: Amount): Amount;
export function addSpend(a: Spend, b: Spend): Spend;
export function addSpend(a: Spend, b: Spend): Spend {
  return joinSpend(a, b, (one, other) => one + other);
}

/** The larger value of each part; unknown if either is unknown. */
export function largerSpend(a: Spend, b: Spend): Spend {
  return joinSpend(a, b, Math.max);
}

/** One amount minus another, but never less than zero. */
export function spendBeyond(needed: Amount, held: Amount): Amount;
export function spendBeyond(needed: Spend, held: Spend): Spend;
export function spendBeyond(needed: Spend, held: Spend): Spend {
  return joinSpend(needed, held, (one, other) => Math.max(0, one - other));
}

/** Every part times a factor, except for the number of calls. */
export function scaleSpend(spend: Spend, factor: number): Spend {
  return { ...joinSpend(spend, spend, (part) => part * factor), calls: spend.calls };
}

function joinSpend(a: Spend, b: Spend, join: (a: number, b: number) => number): Spend {
  const joined: Record<keyof Amount, number | null> & { toolCalls?: number } = { ...a };
  const tools = [a.toolCalls, b.toolCalls];
  if (tools.some((count) => count !== undefined)) {
    joined.toolCalls = join(a.toolCalls ?? 0, b.toolCalls ?? 0);
  }
  for (const part of COUNTED) {
    const [one, other] = [a[part], b[part]];
    joined[part] = one === null || other === null ? null : join(one, other);
  }
  return joined as Spend;
}

/** The amount that a budget charges: unknown parts count at their worst case. */
export function chargedSpend(worst: Spend, actual: Spend): Amount {
  const charged = { ...NO_SPEND };
  for (const part of COUNTED) charged[part] = actual[part] ?? worst[part] ?? 0;
  return charged;
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
): Amount {
  if (cost.attempts === 0) return chargedSpend(NO_SPEND, toSpend(cost));
  const later = worstDoubled ?? worst;
  const most = addSpend(othersBefore ? later : worst, scaleSpend(later, cost.attempts - 1));
  return chargedSpend(most, toSpend(cost));
}
