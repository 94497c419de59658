import type { ModelPort, ModelRequest } from "@rostrum/core/protocol";

/** Default output limit of a model that answers at once, in tokens. */
export const USUAL_OUTPUT_TOKENS = 2048;

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

/** True if a model of this name reasons before it answers. Hosts prefix the vendor: `openai/o3`. */
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

/** Output limit of a debater whose config has none. */
export function chooseOutputLimit({
  model,
  fallback,
  reasoningEffort,
  providerOptions,
}: OutputLimitInput): number {
  if (reasoningEffort === "none") return USUAL_OUTPUT_TOKENS;
  const reasons =
    model.reasons === true ||
    fallback?.model.reasons === true ||
    reasoningEffort !== undefined ||
    asksToReason(providerOptions);
  return reasons ? ROOM_TO_REASON : USUAL_OUTPUT_TOKENS;
}

/** The value of `providerOptions.anthropic.thinking.budgetTokens`; 0 if it isn't set. */
export function readThinkingBudget(providerOptions: ModelRequest["providerOptions"]): number {
  const anthropic = providerOptions?.["anthropic"] as
    | { thinking?: { type?: unknown; budgetTokens?: unknown } }
    | undefined;
  const { type, budgetTokens } = anthropic?.thinking ?? {};
  return type === "enabled" && typeof budgetTokens === "number" ? budgetTokens : 0;
}
