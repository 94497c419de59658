import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { MessageFile, ModelRequest, PromptMessage } from "@rostrum/core/protocol";
import { createProviderSearch } from "./search.ts";
import { convertToolTurn, createFunctionTools } from "./tools.ts";
import { buildReasoningOptions } from "./reasoning-options.ts";

/** A request in the form of the AI SDK's provider specification. */
export function buildCallOptions(
  model: Pick<LanguageModelV4, "provider" | "modelId" | "specificationVersion">,
  request: ModelRequest,
): LanguageModelV4CallOptions {
  const { temperature, responseFormat, signal, seed, tools = {} } = request;
  const reasoning = buildReasoningOptions(model, request);
  return {
    prompt: buildPrompt(model, request),
    abortSignal: signal,
    seed,
    ...(temperature !== undefined ? { temperature } : {}),
    ...reasoning,
    ...offer(model, tools, reasoning.providerOptions),
    ...(responseFormat
      ? { responseFormat: { type: "json", name: "reply", schema: responseFormat.schema } }
      : {}),
  };
}

/** The caller's tools and the provider's own search. Absent if there are none. */
function offer(
  model: Pick<LanguageModelV4, "provider">,
  tools: Record<string, unknown>,
  providerOptions: SharedV4ProviderOptions = {},
): Pick<LanguageModelV4CallOptions, "tools" | "toolChoice" | "providerOptions"> {
  const search = createProviderSearch(model, tools);
  const offered = [...createFunctionTools(tools), ...(search ? [search.tool] : [])];
  if (offered.length === 0) return {};
  const limits = Object.entries(search?.options ?? {}).map(([provider, options]) => [
    provider,
    { ...options, ...providerOptions[provider] },
  ]);
  return {
    tools: offered,
    toolChoice: { type: "auto" },
    ...(limits.length === 0
      ? {}
      : { providerOptions: { ...providerOptions, ...Object.fromEntries(limits) } }),
  };
}

function buildPrompt(
  { provider, specificationVersion }: Pick<LanguageModelV4, "provider" | "specificationVersion">,
  { system, messages, role }: ModelRequest,
): LanguageModelV4Prompt {
  // AI SDK 6 models, which are accepted too, expect the bytes without a tag.
  const tagged = (specificationVersion as string) !== "v3";
  // Most providers cache prompts by themselves. Anthropic must be told which part to cache.
  const cached = provider.startsWith("anthropic") && role === "debater" ? messages.length - 1 : -1;
  return [
    { role: "system", content: system },
    ...messages.map((message, index) => ({
      ...(convertToolTurn(message) ?? buildTurn(message, tagged)),
      ...(index === cached ? { providerOptions: CACHE_HERE } : {}),
    })),
  ];
}

function buildTurn(
  { role, content, files = [] }: PromptMessage,
  tagged: boolean,
): LanguageModelV4Message {
  const parts = files.map((file) => buildFilePart(file, tagged));
  return { role, content: [{ type: "text", text: content }, ...parts] };
}

function buildFilePart(
  { document, mediaType, data }: MessageFile,
  tagged: boolean,
): LanguageModelV4FilePart {
  const part = { type: "file" as const, mediaType, filename: document };
  return { ...part, data: tagged ? { type: "data", data } : (data as never) };
}

const CACHE_HERE: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
