import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { ModelPort, ModelReply, ModelRequest } from "@rostrum/core/protocol";
import { readResult } from "./generate.ts";
import { buildCallOptions } from "./prompt.ts";

/** Parts of a request that shape the reply: a response format, tools that the caller runs, or both. */
export type OfferedTools = Pick<
  LanguageModelV4CallOptions,
  "responseFormat" | "tools" | "toolChoice"
>;

/** The reply. */
export interface ToolReply {
  content: LanguageModelV4Content[];
  toolCalls: LanguageModelV4ToolCall[];
  /** The prompt of this reply, to continue from after the tools have run. */
  prompt: LanguageModelV4Prompt;
}

/**
 * Wraps a model so that it is offered the caller's tools without running them; `null` if it isn't an AI SDK model. Many
 * models write no text when they call a tool, and an empty reply would count as a failure, so then the text names it.
 */
export function offerTools(
  port: ModelPort,
  wanted: OfferedTools,
  onSaid: (reply: ToolReply, model: LanguageModelV4) => void = () => undefined,
): ModelPort | null {
  const sdk = port.languageModel;
  if (!sdk) return null;
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const model = await sdk();
    const options = { ...buildCallOptions(model, request), ...wanted };
    const result = await model.doGenerate(options);
    const toolCalls = result.content.filter((part) => part.type === "tool-call");
    onSaid({ content: result.content, toolCalls, prompt: options.prompt }, model);
    const called = toolCalls.map(({ toolName, input }) => ({ name: toolName, input }));
    const reply = readResult(model, result);
    if (called.length === 0) return reply;
    const names = called.map(({ name }) => name).join(", ");
    const text = reply.text.trim() === "" ? `Calls ${names}.` : reply.text;
    return { ...reply, text, toolCalls: called };
  };
  return { ...port, generate };
}
