import { addTokens, getKnownCost } from "./costs.ts";
import type { Amount, Charge, Spend } from "./budget.ts";
import type { CallCost } from "./paid-call.ts";

/**
 * Parts of a budget, in the order in which limits are checked. Sums, limits, warnings, wallets and their SQL
 * columns derive from this list.
 */
export const COUNTED: readonly (keyof Amount)[] = ["calls", "tokens", "usd"];

/** Parts of a debate's budget: includes tool calls, which wallets don't count. */
export const CAPPED: readonly (keyof Spend)[] = [...COUNTED, "toolCalls"];

export const ONE_TOOL_CALL: Readonly<Charge> = { calls: 0, tokens: 0, usd: 0, toolCalls: 1 };

export const NO_SPEND: Readonly<Amount> = { calls: 0, tokens: 0, usd: 0 };

/** Spend of a call, as counted by a cap. */
export function toSpend({ attempts, usage, costUsd }: CallCost): Spend {
  return { calls: attempts, tokens: addTokens(usage), usd: costUsd };
}

/** Known part of what calls cost: a lower bound. */
export function knownSpend(cost: CallCost): Amount {
  return { ...toAmount(toSpend(cost)), usd: getKnownCost(cost).usd };
}

/** The parts that wallets count. Unknown ones count as zero. */
export function toAmount(spend: Spend): Amount {
  return { calls: spend.calls, tokens: spend.tokens ?? 0, usd: spend.usd ?? 0 };
}

export function addSpend(a: Charge, b: Charge): Charge;
export function addSpend(a: Spend, b: Spend): Spend;
export function addSpend(a: Spend, b: Spend): Spend {
  return joinSpend(a, b, (one, other) => one + other);
}

/** Maximum of each part. Unknown if either value is unknown. */
export function largerSpend(a: Spend, b: Spend): Spend {
  return joinSpend(a, b, Math.max);
}

/** Subtracts one amount from another, with a minimum of zero. */
export function spendBeyond(needed: Amount, reserved: Amount): Amount;
export function spendBeyond(needed: Spend, reserved: Spend): Spend;
export function spendBeyond(needed: Spend, reserved: Spend): Spend {
  return joinSpend(needed, reserved, (one, other) => Math.max(0, one - other));
}

/** Multiplies every part except the number of calls. */
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

/** Amount that a budget charges: unknown parts count at their worst case. */
export function chargedSpend(maxSpend: Spend, actual: Spend): Amount {
  const charged = { ...NO_SPEND };
  for (const part of COUNTED) charged[part] = actual[part] ?? maxSpend[part] ?? 0;
  return charged;
}

/**
 * Amount that a budget charges for a call's attempts. Unknown parts count at the worst case of each attempt.
 * Every attempt after the first may have twice the output limit, and so may the first one if an earlier
 * process made attempts before it.
 */
export function chargedCost(
  { maxSpend, maxSpendDoubled }: { maxSpend: Spend; maxSpendDoubled: Spend | null },
  cost: CallCost,
  othersBefore = false,
): Amount {
  if (cost.attempts === 0) return toAmount(toSpend(cost));
  const later = maxSpendDoubled ?? maxSpend;
  const worstCase = addSpend(othersBefore ? later : maxSpend, scaleSpend(later, cost.attempts - 1));
  return chargedSpend(worstCase, toSpend(cost));
}
