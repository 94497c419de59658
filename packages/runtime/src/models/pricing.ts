import type { ModelError } from "@rostrum/core/support";
import {
  type CallCost,
  type ModelReply,
  NO_USAGE,
  type Price,
  type Pricing,
} from "@rostrum/core/protocol";

/** A flat rate as a pricing. */
export function createPricing(price: Price): Pricing {
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

/** Cost of a failed call. A provider that answered with an error didn't bill it; one that didn't answer may have. */
export function computeErrorCost({ costUsd, status }: ModelError): CallCost {
  if (costUsd !== undefined) return { attempts: 1, usage: {}, costUsd };
  const refused = status !== undefined && status >= 400;
  return refused
    ? { attempts: 1, usage: NO_USAGE, costUsd: 0 }
    : { attempts: 1, usage: {}, costUsd: null };
}

/** Cost of a reply: the provider's own figure, else its usage at the model's price, else unknown. */
export function computeReplyCost(
  { costUsd, feesUsd = 0, usage }: ModelReply,
  pricing: Pricing | null,
): number | null {
  if (costUsd !== undefined) return costUsd;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, reasoningTokens } =
    usage ?? {};
  if (pricing === null || inputTokens == null || outputTokens == null) return null;
  const cachedInput = Math.min(cachedInputTokens ?? 0, inputTokens);
  const tokensUsd = pricing({
    input: inputTokens,
    cachedInput,
    cacheWrite: Math.min(cacheWriteTokens ?? 0, inputTokens - cachedInput),
    output: outputTokens,
    reasoning: Math.min(reasoningTokens ?? 0, outputTokens),
  });
  return tokensUsd + feesUsd;
}
