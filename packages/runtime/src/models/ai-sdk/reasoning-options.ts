import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { ModelRequest } from "@rostrum/core/protocol";
import { readThinkingBudget } from "../reasoning.ts";

type ReasoningRequest = Pick<
  ModelRequest,
  "maxOutputTokens" | "providerOptions" | "reasoningEffort"
>;
type Options = Pick<
  LanguageModelV4CallOptions,
  "maxOutputTokens" | "providerOptions" | "reasoning"
>;

/** Claude models whose thinking budget is in tokens; later ones take an effort. */
const BUDGETED = /claude-(?:3-7|(?:opus|sonnet|haiku)-4(?!-[6-9](?!\d)))/;

/** Share of the output limit that each effort may spend on thinking. */
const SHARES: Readonly<Record<string, number>> = {
  minimal: 0.1,
  low: 0.2,
  medium: 0.4,
  high: 0.6,
  xhigh: 0.8,
  max: 0.9,
};

/** The smallest budget that Anthropic accepts. */
const MIN_BUDGET_TOKENS = 1024;

/**
 * Output limit and effort as options of the SDK. The SDK adds Anthropic's thinking budget to the limit. Here the
 * limit includes it, as with every other provider, so that caps hold.
 */
export function buildReasoningOptions(
  { provider, modelId }: Pick<LanguageModelV4, "provider" | "modelId">,
  wanted: ReasoningRequest,
): Options {
  const { maxOutputTokens, reasoningEffort } = wanted;
  const providerOptions = provider.startsWith("anthropic")
    ? addThinkingBudget(modelId, wanted)
    : wanted.providerOptions;
  const budget = provider.startsWith("anthropic") ? readThinkingBudget(providerOptions) : 0;
  return {
    ...(maxOutputTokens !== undefined
      ? { maxOutputTokens: Math.max(1, maxOutputTokens - budget) }
      : {}),
    ...(providerOptions
      ? { providerOptions: providerOptions as NonNullable<Options["providerOptions"]> }
      : {}),
    ...(reasoningEffort !== undefined && budget === 0 ? { reasoning: reasoningEffort } : {}),
  };
}

function addThinkingBudget(
  modelId: string,
  { maxOutputTokens, providerOptions, reasoningEffort = "none" }: ReasoningRequest,
): ReasoningRequest["providerOptions"] {
  const share = SHARES[reasoningEffort];
  const anthropicOptions = providerOptions?.["anthropic"] as Record<string, unknown> | undefined;
  const room = maxOutputTokens ?? 0;
  const decided =
    anthropicOptions?.["thinking"] !== undefined || anthropicOptions?.["effort"] !== undefined;
  if (share === undefined || decided || !BUDGETED.test(modelId) || room <= MIN_BUDGET_TOKENS) {
    return providerOptions;
  }
  const budgetTokens = Math.max(MIN_BUDGET_TOKENS, Math.round(room * share));
  const thinking = { type: "enabled", budgetTokens };
  return { ...providerOptions, anthropic: { ...anthropicOptions, thinking } };
}
