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
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens } = usage;
  return {
    inputTokens: {
      total: inputTokens ?? undefined,
      noCache: less(inputTokens, cachedInputTokens, cacheWriteTokens ?? 0),
      cacheRead: cachedInputTokens ?? undefined,
      cacheWrite: cacheWriteTokens ?? undefined,
    },
    outputTokens: {
      total: outputTokens ?? undefined,
      text: less(outputTokens, reasoningTokens),
      reasoning: reasoningTokens ?? undefined,
    },
  };
}

function less(whole: number | null, ...parts: (number | null)[]): number | undefined {
  let rest = whole;
  for (const part of parts) rest = rest === null || part === null ? null : rest - part;
  return rest ?? undefined;
}
