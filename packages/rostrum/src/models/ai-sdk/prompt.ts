import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelRequest } from "../../protocol/model.ts";

/** A request in the words of the AI SDK's provider specification. */
export function callOptions(provider: string, request: ModelRequest): LanguageModelV4CallOptions {
  const { temperature, maxOutputTokens, providerOptions, responseFormat, signal, seed } = request;
  return {
    prompt: promptOf(provider, request),
    abortSignal: signal,
    seed,
    ...(temperature !== undefined ? { temperature } : {}),
    ...(maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(responseFormat
      ? { responseFormat: { type: "json", name: "reply", schema: responseFormat.schema } }
      : {}),
    ...(providerOptions ? { providerOptions: providerOptions as SharedV4ProviderOptions } : {}),
  };
}

function promptOf(
  provider: string,
  { system, messages, role }: ModelRequest,
): LanguageModelV4Prompt {
  // Most providers cache prompts by themselves; this one wants to be told up to where.
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
