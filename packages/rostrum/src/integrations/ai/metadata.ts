import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { DebateResult } from "../../protocol/result.ts";

/** What a debate says about itself to a caller that knows only models. */
export function metadataOf(result: DebateResult<unknown>): SharedV4ProviderMetadata {
  const { id, agreement, confidence, escalateToHuman, costUsd, stopReason, winner, integrity } =
    result;
  return {
    rostrum: {
      id,
      agreement,
      confidence,
      confidenceBasis: result.confidenceBasis,
      escalate: escalateToHuman,
      costUsd,
      stopReason,
      winner,
      degraded: integrity.degraded,
      calls: result.usage.calls,
    },
  };
}

/** The sum of all calls; what some provider left out stays undefined. */
export function usageOf({ usage }: DebateResult<unknown>): LanguageModelV4Usage {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  const fresh =
    inputTokens === null || cachedInputTokens === null
      ? undefined
      : inputTokens - cachedInputTokens;
  return {
    inputTokens: {
      total: inputTokens ?? undefined,
      noCache: fresh,
      cacheRead: cachedInputTokens ?? undefined,
      cacheWrite: undefined,
    },
    outputTokens: { total: outputTokens ?? undefined, text: undefined, reasoning: undefined },
  };
}
