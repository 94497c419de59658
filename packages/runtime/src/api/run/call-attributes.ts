import type {
  Attributes,
  TraceCall,
  ResolvedConfig,
  SetAttribute,
  Span,
  Task,
} from "@rostrum/core/debate";
import type {
  AttributeValue,
  ModelPort,
  Step,
  StepCall,
  StepOutcome,
} from "@rostrum/core/protocol";

/*
 * Calls of models under OpenTelemetry's conventions for generative AI (v1.41):
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */

/** OpenTelemetry's kinds of spans. */
export const CLIENT_KIND = 2;

/** A span for each call that is really made: `chat {model}`. */
export function traceCalls(step: Step, span: Span, id: string, withContent: boolean): Step {
  return (call, beforeAttempt) => {
    const attributes = { ...listCallAttributes(call), ...listAgentAttributes(call, id) };
    return span(`chat ${findModelName(call.model)}`, attributes, async (setAttribute) => {
      const outcome = await step(call, beforeAttempt);
      setOutcome(setAttribute, call, outcome);
      if (withContent) setContent(setAttribute, call, outcome.reply?.text);
      return outcome;
    });
  };
}

/**
 * Attributes of the debate's own spans. Tokens are only on the spans of calls, so that sums don't count them twice.
 */
export function createTraceCall(id: string): TraceCall {
  return (setAttribute, call, outcome) => {
    const attributes = { ...listCallAttributes(call), ...listAgentAttributes(call, id) };
    for (const [name, value] of Object.entries(attributes)) setAttribute(name, value);
    setAttribute("gen_ai.operation.name", "invoke_agent");
    if (outcome.error !== undefined) setAttribute("error.type", "model_error");
  };
}

/** The attributes that spans and metrics share. */
export function listCallAttributes({ model }: StepCall): Record<string, AttributeValue> {
  return {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": findProviderName(model),
    "gen_ai.request.model": findModelName(model),
  };
}

/** Names the caller. All calls of a debate belong to one conversation. */
function listAgentAttributes({ request }: StepCall, id: string): Record<string, AttributeValue> {
  return {
    "gen_ai.agent.name": request.debater ?? request.role,
    "gen_ai.conversation.id": id,
  };
}

function setOutcome(setAttribute: SetAttribute, { request }: StepCall, outcome: StepOutcome): void {
  const { usage, model, reply, error } = outcome;
  const values: Record<string, AttributeValue | null | undefined> = {
    "gen_ai.request.temperature": request.temperature,
    "gen_ai.request.max_tokens": request.maxOutputTokens,
    "gen_ai.usage.input_tokens": usage.inputTokens,
    "gen_ai.usage.output_tokens": usage.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cachedInputTokens,
    "gen_ai.usage.cache_creation.input_tokens": usage.cacheWriteTokens,
    "gen_ai.usage.reasoning.output_tokens": usage.reasoningTokens,
    "gen_ai.response.model": model === undefined ? undefined : withoutProvider(model),
    "gen_ai.response.finish_reasons": reply?.finishReason && [reply.finishReason],
    "error.type": error === undefined ? undefined : "model_error",
  };
  for (const [name, value] of Object.entries(values)) if (value != null) setAttribute(name, value);
}

/** Prompts and replies may be confidential, so they are included only if the config says so. */
function setContent(setAttribute: SetAttribute, { request }: StepCall, text?: string): void {
  const part = (content: string): object[] => [{ type: "text", content }];
  const input = request.messages.map(({ role, content }) => ({ role, parts: part(content) }));
  setAttribute("gen_ai.system_instructions", JSON.stringify(part(request.system)));
  setAttribute("gen_ai.input.messages", JSON.stringify(input));
  if (text !== undefined) {
    setAttribute(
      "gen_ai.output.messages",
      JSON.stringify([{ role: "assistant", parts: part(text) }]),
    );
  }
}

/** Providers whose names in the conventions differ from ours. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  google: "gcp.gemini",
  vertex: "gcp.vertex_ai",
  "google-vertex": "gcp.vertex_ai",
  mistral: "mistral_ai",
  xai: "x_ai",
  azure: "azure.ai.openai",
  bedrock: "aws.bedrock",
  "amazon-bedrock": "aws.bedrock",
};

function findProviderName({ provider, id }: ModelPort): string {
  if (provider?.startsWith("google.vertex")) return "gcp.vertex_ai";
  const name = (provider ?? id).split(/[./:]/, 1)[0] || "unknown";
  return PROVIDER_NAMES[name] ?? name;
}

/** The name that the provider knows a model by. */
function findModelName({ provider, id }: ModelPort): string {
  return provider === undefined ? id : withoutProvider(id);
}

/** An id without its provider and without an address: `openai/gpt-5.4`, `compat:tiny@http://…`. */
function withoutProvider(id: string): string {
  const compatible = /^compat:(?<name>[^@]+)@/.exec(id)?.groups?.["name"];
  return compatible ?? id.slice(id.indexOf("/") + 1);
}

/** Attributes of the span around a whole debate. */
export function createRunAttributes(
  { members, rounds, decide, route }: ResolvedConfig,
  task: Task,
): Attributes {
  return {
    question_len: task.question.length,
    num_debaters: members.length,
    max_rounds: rounds,
    aggregation: typeof decide === "function" ? decide.name || "custom" : decide.type,
    adaptive_routing: route.type !== "always",
  };
}
