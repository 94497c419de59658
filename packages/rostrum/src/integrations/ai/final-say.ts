import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Prompt,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { ResolvedConfig } from "../../api/index.ts";
import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import { callOptions, usageFrom } from "../../models/index.ts";

/** What the caller wants from the verdict: a response format, tools to call, or both. */
export type Wanted = Pick<LanguageModelV4CallOptions, "responseFormat" | "tools" | "toolChoice">;

/** The judge's reply to that. */
export interface FinalSay {
  content: LanguageModelV4Content[];
  toolCalls: LanguageModelV4ToolCall[];
  /** The prompt that it answered, to continue from after its tools have run. */
  prompt: LanguageModelV4Prompt;
}

/** Whether the caller asks for more than plain text. */
export function asksForMore({ responseFormat, tools }: Wanted): boolean {
  return responseFormat?.type === "json" || (tools?.length ?? 0) > 0;
}

/**
 * Gives the caller's response format and tools to the judge only: peers' text must not steer a tool, and
 * the caller wants one answer, not one from each debater.
 */
export function withFinalSay(
  resolved: ResolvedConfig,
  wanted: Wanted,
  onSaid: (said: FinalSay, model: LanguageModelV4) => void,
): ResolvedConfig {
  const { judge } = resolved;
  const sdk = judge?.model.languageModel;
  if (!judge || !sdk) return resolved;
  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const model = await sdk();
    const options = { ...callOptions(model, request), ...wanted };
    const { content, usage, finishReason } = await model.doGenerate(options);
    const toolCalls = content.filter((part) => part.type === "tool-call");
    onSaid({ content, toolCalls, prompt: options.prompt }, model);
    const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return { text, usage: usageFrom(usage), finishReason: finishReason.unified };
  };
  return { ...resolved, judge: { ...judge, model: { ...judge.model, generate } } };
}
