import type { Calibration } from "../../protocol/calibration.ts";
import type { Member } from "./resolved-config.ts";

/** Tokens of a prompt, and of a reply by a member without calibration rows. */
const TYPICAL_TOKENS = 1000;
/** Share of the most expensive call that a free call counts as. */
const MIN_COST_SHARE = 1e-6;

/**
 * Costs of asking each member, relative to the most expensive one: the price of a reply of its usual length, and its
 * usual latency. A price counts in proportion; latency at most doubles a cost.
 */
export function relativeCosts(
  members: readonly Member[],
  { replyTokens = {}, latencyMs = {} }: Pick<Calibration, "replyTokens" | "latencyMs"> = {},
): number[] {
  const prices = shares(
    members.map((member) => estimateCallCost(member, replyTokens, TYPICAL_TOKENS)),
  );
  const times = shares(members.map(({ name }) => lookUpAmount(latencyMs, name) ?? null));
  return prices.map(
    (price, member) => Math.max(MIN_COST_SHARE, price ?? 1) * (0.5 + 0.5 * (times[member] ?? 1)),
  );
}

/** US dollars that one call of a member costs with a reply of its usual length; `null`: its price is unknown. */
export function estimateCallCost(
  { name, pricing, maxOutputTokens }: Pick<Member, "name" | "pricing" | "maxOutputTokens">,
  replyTokens: Readonly<Record<string, number>>,
  input: number,
): number | null {
  const output = Math.min(lookUpAmount(replyTokens, name) ?? TYPICAL_TOKENS, maxOutputTokens);
  const usd = pricing?.({ input, output, cachedInput: 0, cacheWrite: 0, reasoning: 0 }) ?? null;
  return usd !== null && Number.isFinite(usd) && usd >= 0 ? usd : null;
}

function lookUpAmount(amounts: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(amounts, name) ? amounts[name] : undefined;
}

/** Shares of the largest amount. All are `null` if one amount is unknown or all are zero. */
function shares(amounts: readonly (number | null)[]): (number | null)[] {
  const largest = Math.max(...amounts.map((amount) => amount ?? Infinity));
  return amounts.map((amount) =>
    largest > 0 && largest < Infinity && amount !== null ? amount / largest : null,
  );
}
