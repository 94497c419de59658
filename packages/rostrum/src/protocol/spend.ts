import { plus, tokensOf } from "./add-usage.ts";
import type { Spend } from "./budget.ts";
import type { CallCost } from "./events.ts";

export const NO_SPEND: Readonly<Spend> = { calls: 0, tokens: 0, usd: 0 };

/** What a call used, as a cap counts it. */
export function spendOf({ attempts, usage, costUsd }: CallCost): Spend {
  return { calls: attempts, tokens: tokensOf(usage), usd: costUsd };
}

export function addSpend(a: Spend, b: Spend): Spend {
  return { calls: a.calls + b.calls, tokens: plus(a.tokens, b.tokens), usd: plus(a.usd, b.usd) };
}
