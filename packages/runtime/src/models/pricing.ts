import type { ModelError } from "@rostrum/core/support";
import {
  type CallCost,
  type ModelReply,
  NO_USAGE,
  type Price,
  type Pricing,
} from "@rostrum/core/protocol";
import { neverConnected } from "./model-error.ts";

/** Converts a flat rate to a pricing. */
export function createPricing(price: Price): Pricing {
  const {
    input: inputRate,
    output: outputRate,
    cachedInput: cachedInputRate = inputRate,
    cacheWrite: cacheWriteRate = inputRate,
    reasoning: reasoningRate = outputRate,
  } = price;
  return ({ input, cachedInput, cacheWrite, output, reasoning }) =>
    ((input - cachedInput - cacheWrite) * inputRate +
      cachedInput * cachedInputRate +
      cacheWrite * cacheWriteRate +
      (output - reasoning) * outputRate +
      reasoning * reasoningRate) /
    1e6;
}

/** A gateway gave up waiting for the model, which goes on and may be billed: Gateway Timeout, and Cloudflare's own. */
const GATEWAY_TIMEOUTS: ReadonlySet<number> = new Set([504, 524]);

/**
 * Cost of a failed call. A provider that answered with an error or was never connected to didn't bill it; one that
 * didn't answer may have.
 */
export function computeErrorCost(error: ModelError): CallCost {
  const { costUsd, status } = error;
  if (costUsd !== undefined) return { attempts: 1, usage: {}, costUsd };
  const refused = status !== undefined && status >= 400 && !GATEWAY_TIMEOUTS.has(status);
  return refused || neverConnected(error)
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
