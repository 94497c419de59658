import type { ModelReply } from "../protocol/model.ts";
import type { Price, Pricing } from "../protocol/usage.ts";

/** A flat rate as a pricing. */
export function pricingFrom(price: Price): Pricing {
  const {
    input: read,
    output: written,
    cachedInput: cached = read,
    cacheWrite: kept = read,
    reasoning: thought = written,
  } = price;
  return ({ input, cachedInput, cacheWrite, output, reasoning }) =>
    ((input - cachedInput - cacheWrite) * read +
      cachedInput * cached +
      cacheWrite * kept +
      (output - reasoning) * written +
      reasoning * thought) /
    1e6;
}

/** What a reply cost: the provider's word, else its usage at the model's price, else unknown. */
export function costOfReply(
  { costUsd, usage }: ModelReply,
  pricing: Pricing | null,
): number | null {
  if (costUsd !== undefined) return costUsd;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } =
    usage ?? {};
  if (pricing === null || inputTokens == null || outputTokens == null) return null;
  const cachedInput = Math.min(cachedInputTokens ?? 0, inputTokens);
  return pricing({
    input: inputTokens,
    cachedInput,
    cacheWrite: Math.min(cacheWriteTokens ?? 0, inputTokens - cachedInput),
    output: outputTokens,
    reasoning: Math.min(reasoningTokens ?? 0, outputTokens),
  });
}
