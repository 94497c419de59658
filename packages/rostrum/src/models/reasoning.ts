import type { ModelPort, ModelRequest } from "../protocol/model.ts";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

/** Longest reply of a model that answers at once, in tokens. */
const USUAL_ROOM = 2048;

/**
 * Longest reply of a model that reasons first. Providers count hidden reasoning as output, and a hard
 * question takes thousands of such tokens before the first visible word.
 */
const ROOM_TO_REASON = 16_384;

/**
 * Models that reason unless they are told not to, by the vendor's model name. A model that is
 * missing here still works: a reply that is cut off is asked again with twice the limit.
 */
const REASONERS: readonly { maker: string; name: RegExp }[] = [
  { maker: "OpenAI", name: /^o[1-9](?!\d)|^gpt-(?:[5-9]|\d\d)(?!.*chat)|^gpt-oss/ },
  { maker: "Anthropic", name: /^claude-[a-z]+-(?:[5-9]|\d\d)(?!\d)/ },
  { maker: "Google", name: /^gemini-(?:2\.5|[3-9]|\d\d)(?!.*(?:image|tts))/ },
  { maker: "DeepSeek", name: /^deepseek-(?:r\d|reasoner)/ },
  { maker: "Alibaba", name: /^qwq|^qvq|^qwen-?3(?!.*(?:instruct|coder|non-thinking))/ },
  { maker: "xAI", name: /^grok-(?:3-mini|[4-9]|code)(?!.*non-reasoning)/ },
  { maker: "Mistral", name: /^magistral/ },
  { maker: "Z.ai", name: /^glm-(?:4\.[5-9]|[5-9]|z1)/ },
  { maker: "MiniMax", name: /^minimax-m\d/ },
  { maker: "any", name: /(?<!non-)(?:thinking|reasoning|reasoner)/ },
];

/** Whether a model of this name reasons before it answers. Hosts put the vendor in front: `openai/o3`. */
export function isReasoner(model: string): boolean {
  const name = model.toLowerCase().split("/").at(-1) ?? "";
  return REASONERS.some((entry) => entry.name.test(name));
}

/** Options that make a provider's models reason: `anthropic.thinking`, `openai.reasoningEffort`, … */
function asksToReason(providerOptions: Record<string, unknown> | undefined): boolean {
  return Object.values(providerOptions ?? {}).some((options) => {
    const { thinking, thinkingConfig, reasoningEffort, effort } = (options ?? {}) as Record<
      string,
      unknown
    >;
    const off = (thinking as { type?: unknown } | undefined)?.type === "disabled";
    return (
      (thinking !== undefined && !off) || [thinkingConfig, reasoningEffort, effort].some(Boolean)
    );
  });
}

export interface OutputLimitInput {
  model: Pick<ModelPort, "reasons">;
  fallback: { model: Pick<ModelPort, "reasons"> } | null;
  reasoningEffort: string | undefined;
  providerOptions: Record<string, unknown> | undefined;
}

/** The longest reply a debater may give when its config doesn't say. */
export function chooseOutputLimit({
  model,
  fallback,
  reasoningEffort,
  providerOptions,
}: OutputLimitInput): number {
  if (reasoningEffort === "none") return USUAL_ROOM;
  const reasons =
    model.reasons === true ||
    fallback?.model.reasons === true ||
    reasoningEffort !== undefined ||
    asksToReason(providerOptions);
  return reasons ? ROOM_TO_REASON : USUAL_ROOM;
}

type Wanted = Pick<ModelRequest, "maxOutputTokens" | "providerOptions" | "reasoningEffort">;
type Options = Pick<
  LanguageModelV4CallOptions,
  "maxOutputTokens" | "providerOptions" | "reasoning"
>;

/** Claude models whose thinking has a budget in tokens; later ones take an effort. */
const BUDGETED = /claude-(?:3-7|(?:opus|sonnet|haiku)-4(?!-[6-9](?!\d)))/;

/** The part of the output limit that each effort may spend on thinking. */
const SHARES: Readonly<Record<string, number>> = {
  minimal: 0.1,
  low: 0.2,
  medium: 0.4,
  high: 0.6,
  xhigh: 0.8,
  max: 0.9,
};

/** The smallest budget that Anthropic accepts. */
const SMALLEST_BUDGET = 1024;

/** The value of `providerOptions.anthropic.thinking.budgetTokens`; 0 if it isn't set. */
export function readThinkingBudget(providerOptions: Wanted["providerOptions"]): number {
  const anthropic = providerOptions?.["anthropic"] as
    | { thinking?: { type?: unknown; budgetTokens?: unknown } }
    | undefined;
  const { type, budgetTokens } = anthropic?.thinking ?? {};
  return type === "enabled" && typeof budgetTokens === "number" ? budgetTokens : 0;
}

/**
 * The output limit and the effort in the SDK's words. The SDK adds Anthropic's thinking budget on top of
 * the limit. Here the limit includes it, as with every other provider, so that caps hold.
 */
export function buildReasoningOptions(
  { provider, modelId }: Pick<LanguageModelV4, "provider" | "modelId">,
  wanted: Wanted,
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
  { maxOutputTokens, providerOptions, reasoningEffort = "none" }: Wanted,
): Wanted["providerOptions"] {
  const share = SHARES[reasoningEffort];
  const own = providerOptions?.["anthropic"] as Record<string, unknown> | undefined;
  const room = maxOutputTokens ?? 0;
  const decided = own?.["thinking"] !== undefined || own?.["effort"] !== undefined;
  if (share === undefined || decided || !BUDGETED.test(modelId) || room <= SMALLEST_BUDGET) {
    return providerOptions;
  }
  const budgetTokens = Math.max(SMALLEST_BUDGET, Math.round(room * share));
  const thinking = { type: "enabled", budgetTokens };
  return { ...providerOptions, anthropic: { ...own, thinking } };
}
