import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../../protocol/model.ts";

/** A request in the words of the AI SDK's provider specification. */
export function callOptions(request: ModelRequest): LanguageModelV4CallOptions {
  const { temperature, maxOutputTokens, providerOptions, signal, seed } = request;
  return {
    prompt: promptOf(request),
    abortSignal: signal,
    seed,
    ...(temperature !== undefined ? { temperature } : {}),
    ...(maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(providerOptions
      ? {
          providerOptions: providerOptions as NonNullable<
            LanguageModelV4CallOptions["providerOptions"]
          >,
        }
      : {}),
  };
}

function promptOf({ system, messages }: ModelRequest): LanguageModelV4Prompt {
  return [
    { role: "system", content: system },
    ...messages.map(({ role, content }) => ({
      role,
      content: [{ type: "text" as const, text: content }],
    })),
  ];
}
