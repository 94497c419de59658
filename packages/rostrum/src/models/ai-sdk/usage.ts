import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "../../protocol/usage.ts";

/** What the provider left out stays unknown. */
export function usageFrom({ inputTokens, outputTokens, raw }: LanguageModelV4Usage): Usage {
  const { input, cached, output, reasoning } = saidBy(raw);
  return {
    inputTokens: input ? (inputTokens.total ?? null) : null,
    cachedInputTokens: cached ? (inputTokens.cacheRead ?? null) : null,
    ...(inputTokens.cacheWrite !== undefined ? { cacheWriteTokens: inputTokens.cacheWrite } : {}),
    outputTokens: output ? (outputTokens.total ?? null) : null,
    ...(reasoning && outputTokens.reasoning !== undefined
      ? { reasoningTokens: outputTokens.reasoning }
      : {}),
  };
}

/**
 * Which figures a server of OpenAI's kind really sent: the SDK reads those that are missing as 0. Of
 * other kinds nothing is known here, and the SDK is believed.
 */
function saidBy(raw: LanguageModelV4Usage["raw"]): Said {
  const counts = ["prompt_tokens", "completion_tokens", "total_tokens"];
  const isOpenAi = raw !== undefined && counts.some((name) => name in raw);
  const isEmpty = raw !== undefined && Object.keys(raw).length === 0;
  if (!isOpenAi && !isEmpty) return { input: true, cached: true, output: true, reasoning: true };
  const within = (details: string, name: string): unknown =>
    (raw[details] as Record<string, unknown> | null | undefined)?.[name];
  return {
    input: raw["prompt_tokens"] != null,
    cached: within("prompt_tokens_details", "cached_tokens") != null,
    output: raw["completion_tokens"] != null,
    reasoning: within("completion_tokens_details", "reasoning_tokens") != null,
  };
}

type Said = Record<"input" | "cached" | "output" | "reasoning", boolean>;

/** OpenRouter says what it charged. With a key of the user's own, that is only its fee. */
export function chargeFrom(provider: string, { raw }: LanguageModelV4Usage): number | undefined {
  if (!provider.startsWith("openrouter") || raw?.["is_byok"] === true) return undefined;
  const cost = raw?.["cost"];
  return typeof cost === "number" ? cost : undefined;
}
