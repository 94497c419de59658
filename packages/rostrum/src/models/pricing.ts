import type { ModelReply } from "../protocol/model.ts";
import type { Price, Pricing } from "../protocol/usage.ts";

/** A flat rate as a pricing. */
export function pricingFrom(price: Price): Pricing {
  const cachedRate = price.cachedInput ?? price.input;
  return ({ input, cachedInput, output }) =>
    ((input - cachedInput) * price.input + cachedInput * cachedRate + output * price.output) / 1e6;
}

/** What a reply cost: the provider's word, else its usage at the model's price, else unknown. */
export function costOfReply({ costUsd, usage }: ModelReply, pricing: Pricing | null): number | null {
  if (costUsd !== undefined) return costUsd;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = usage ?? {};
  if (pricing === null || inputTokens == null || outputTokens == null) return null;
  const cachedInput = Math.min(cachedInputTokens ?? 0, inputTokens);
  return pricing({
    input: inputTokens,
    cachedInput,
    cacheWrite: Math.min(cacheWriteTokens ?? 0, inputTokens - cachedInput),
    output: outputTokens,
  });
}
