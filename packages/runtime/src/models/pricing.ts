import { field, type ModelError } from "@rostrum/core/support";
import {
  type CallCost,
  type ModelReply,
  NO_USAGE,
  type Price,
  type Pricing,
} from "@rostrum/core/protocol";

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

/**
 * Cost of a failed call. A provider that answered with an error or was never connected to didn't bill it; one that
 * didn't answer may have.
 */
export function computeErrorCost(error: ModelError): CallCost {
  const { costUsd, status } = error;
  if (costUsd !== undefined) return { attempts: 1, usage: {}, costUsd };
  const refused = status !== undefined && status >= 400;
  return refused || neverConnected(error)
    ? { attempts: 1, usage: NO_USAGE, costUsd: 0 }
    : { attempts: 1, usage: {}, costUsd: null };
}

/** Error codes from before a connection, when no provider has read the request. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Maximum nesting of errors that clients wrap in one another. */
const MAX_DEPTH = 6;

function neverConnected(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (NO_CONNECTION.has(field(cause, "code"))) return true;
    cause = field(cause, "cause");
  }
  return false;
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
