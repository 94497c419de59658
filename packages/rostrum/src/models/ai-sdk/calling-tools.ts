import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { ModelPort, ModelReply, ModelRequest } from "../../protocol/model.ts";
import { buildCallOptions } from "./prompt.ts";
import { readUsage } from "./usage.ts";

/** What a caller wants from one reply: a response format, tools that the caller runs, or both. */
export type Wanted = Pick<LanguageModelV4CallOptions, "responseFormat" | "tools" | "toolChoice">;

/** The reply. */
export interface FinalSay {
  content: LanguageModelV4Content[];
  toolCalls: LanguageModelV4ToolCall[];
  /** The prompt of this reply, to continue from after the tools have run. */
  prompt: LanguageModelV4Prompt;
}

/** A model that is offered the caller's tools and doesn't run them; `null` if it isn't an AI SDK model. */
export function callingTools(
  port: ModelPort,
  wanted: Wanted,
  onSaid: (said: FinalSay, model: LanguageModelV4) => void = () => undefined,
): ModelPort | null {
  const sdk = port.languageModel;
  if (!sdk) return null;
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const model = await sdk();
    const options = { ...buildCallOptions(model, request), ...wanted };
    const { content, usage, finishReason } = await model.doGenerate(options);
    const toolCalls = content.filter((part) => part.type === "tool-call");
    onSaid({ content, toolCalls, prompt: options.prompt }, model);
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    const called = toolCalls.map(({ toolName, input }) => ({ name: toolName, input }));
    return {
      text,
      usage: readUsage(usage),
      finishReason: finishReason.unified,
      ...(called.length > 0 ? { toolCalls: called } : {}),
    };
  };
  return { ...port, generate };
}
