import type { Usage } from "../../protocol/usage.ts";
import { field } from "../../thrown.ts";
import { isTokenCount } from "../checked-reply.ts";

/** A `LanguageModelV4Usage`, as far as the provider filled it in. Missing figures are unknown. */
export function usageFrom(came: unknown): Usage {
  const inputTokens = field(came, "inputTokens");
  const outputTokens = field(came, "outputTokens");
  const { input, cached, output, reasoning } = saidBy(rawOf(came));
  const cacheWrite = field(inputTokens, "cacheWrite");
  const reasoningTokens = field(outputTokens, "reasoning");
  return {
    inputTokens: input ? countIn(inputTokens, "total") : null,
    cachedInputTokens: cached ? countIn(inputTokens, "cacheRead") : null,
    ...(cacheWrite !== undefined ? { cacheWriteTokens: countIn(inputTokens, "cacheWrite") } : {}),
    outputTokens: output ? countIn(outputTokens, "total") : null,
    ...(reasoning && reasoningTokens !== undefined
      ? { reasoningTokens: countIn(outputTokens, "reasoning") }
      : {}),
  };
}

function countIn(figures: unknown, name: string): number | null {
  const figure = field(figures, name);
  return isTokenCount(figure) ? figure : null;
}

/** What the server itself sent. */
function rawOf(usage: unknown): object | undefined {
  const raw = field(usage, "raw");
  return typeof raw === "object" && raw !== null ? raw : undefined;
}

/**
 * Which figures an OpenAI-compatible server really sent, because the SDK reads missing ones as 0. For
 * other providers this can't be checked, and the SDK's figures are used.
 */
function saidBy(raw: object | undefined): Said {
  const counts = ["prompt_tokens", "completion_tokens", "total_tokens"];
  const isOpenAi = counts.some((name) => field(raw, name) !== undefined);
  const isEmpty = raw !== undefined && Object.keys(raw).length === 0;
  if (!isOpenAi && !isEmpty) return { input: true, cached: true, output: true, reasoning: true };
  const within = (details: string, name: string): unknown => field(field(raw, details), name);
  return {
    input: field(raw, "prompt_tokens") != null,
    cached: within("prompt_tokens_details", "cached_tokens") != null,
    output: field(raw, "completion_tokens") != null,
    reasoning: within("completion_tokens_details", "reasoning_tokens") != null,
  };
}

type Said = Record<"input" | "cached" | "output" | "reasoning", boolean>;

/** OpenRouter says what it charged. If the user brings their own provider key, that is only its fee. */
export function chargeFrom(provider: string, usage: unknown): number | undefined {
  const raw = rawOf(usage);
  if (!provider.startsWith("openrouter") || field(raw, "is_byok") === true) return undefined;
  const cost = field(raw, "cost");
  return typeof cost === "number" ? cost : undefined;
}
