import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelRequest } from "../../protocol/model.ts";
import { reasoningOptions } from "./reasoning.ts";

/** A request in the form of the AI SDK's provider specification. */
export function callOptions(
  model: Pick<LanguageModelV4, "provider" | "modelId">,
  request: ModelRequest,
): LanguageModelV4CallOptions {
  const { temperature, responseFormat, signal, seed } = request;
  return {
    prompt: promptOf(model.provider, request),
    abortSignal: signal,
    seed,
    ...(temperature !== undefined ? { temperature } : {}),
    ...reasoningOptions(model, request),
    ...(responseFormat
      ? { responseFormat: { type: "json", name: "reply", schema: responseFormat.schema } }
      : {}),
  };
}

function promptOf(
  provider: string,
  { system, messages, role }: ModelRequest,
): LanguageModelV4Prompt {
  // Most providers cache prompts by themselves. Anthropic must be told which part to cache.
  const cached = provider.startsWith("anthropic") && role === "debater" ? messages.length - 1 : -1;
  return [
    { role: "system", content: system },
    ...messages.map(({ role: speaker, content }, index) => ({
      role: speaker,
      content: [{ type: "text" as const, text: content }],
      ...(index === cached ? { providerOptions: CACHE_HERE } : {}),
    })),
  ];
}

const CACHE_HERE: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
