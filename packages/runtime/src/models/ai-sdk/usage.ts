import type { Usage } from "@rostrum/core/protocol";
import { field } from "@rostrum/core/support";

/** A `LanguageModelV4Usage`, as far as the provider filled it in. Missing figures are unknown. */
export function readUsage(rawUsage: unknown): Usage {
  const read = (totalName: string, name: string, isReported = true): number | null | undefined =>
    // `checkReply` validates the figures.
    isReported ? (field(field(rawUsage, totalName), name) as number | undefined) : null;
  const { input, cached, output, reasoning } = findReportedFigures(readRaw(rawUsage));
  const cacheWriteTokens = read("inputTokens", "cacheWrite");
  const reasoningTokens = reasoning ? read("outputTokens", "reasoning") : undefined;
  return {
    inputTokens: read("inputTokens", "total", input) ?? null,
    cachedInputTokens: read("inputTokens", "cacheRead", cached) ?? null,
    ...(cacheWriteTokens !== undefined ? { cacheWriteTokens } : {}),
    outputTokens: read("outputTokens", "total", output) ?? null,
    ...(reasoningTokens !== undefined ? { reasoningTokens } : {}),
  };
}

/** Usage as the server sent it. */
function readRaw(usage: unknown): object | undefined {
  const raw = field(usage, "raw");
  return typeof raw === "object" && raw !== null ? raw : undefined;
}

/**
 * Lists the figures that an OpenAI-compatible server really sent, because the SDK reads missing ones as 0. For other
 * providers this can't be checked, and the SDK's figures are used.
 */
function findReportedFigures(raw: object | undefined): ReportedFigures {
  const has = (name: string): boolean => field(raw, name) !== undefined;
  // The Responses API has `total_tokens` too, next to its own names.
  const isResponses = has("input_tokens") || has("output_tokens");
  const isOpenAi = !isResponses && ["prompt_tokens", "completion_tokens", "total_tokens"].some(has);
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

type ReportedFigures = Record<"input" | "cached" | "output" | "reasoning", boolean>;

/** OpenRouter reports what it charged. With the user's own provider key, that is only OpenRouter's fee. */
export function readCharge(provider: string, usage: unknown): number | undefined {
  const raw = readRaw(usage);
  if (!provider.startsWith("openrouter") || field(raw, "is_byok") === true) return undefined;
  const cost = field(raw, "cost");
  return typeof cost === "number" ? cost : undefined;
}
