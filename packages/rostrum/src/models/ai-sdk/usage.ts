import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../protocol/usage.ts";

/** What the provider left out stays unknown. */
export function usageFrom({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? null,
    cachedInputTokens: inputTokens.cacheRead ?? null,
    ...(inputTokens.cacheWrite !== undefined ? { cacheWriteTokens: inputTokens.cacheWrite } : {}),
    outputTokens: outputTokens.total ?? null,
    ...(outputTokens.reasoning !== undefined ? { reasoningTokens: outputTokens.reasoning } : {}),
  };
}
