import type { ModelReply } from "../protocol/model.ts";
import type { Price } from "../protocol/usage.ts";

/** What a reply cost: the provider's word, else its usage at the model's price, else unknown. */
export function costOfReply({ costUsd, usage }: ModelReply, price: Price | null): number | null {
  if (costUsd !== undefined) return costUsd;
  const { inputTokens, outputTokens, cachedInputTokens } = usage ?? {};
  if (price === null || inputTokens == null || outputTokens == null) return null;
  const cached = Math.min(cachedInputTokens ?? 0, inputTokens);
  const input = (inputTokens - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + outputTokens * price.output) / 1e6;
}
