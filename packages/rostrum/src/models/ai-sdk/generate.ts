import type { LanguageModelV4, LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { ModelError } from "../../errors.ts";
import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import { callOptions } from "./prompt.ts";
import { chargeFrom, usageFrom } from "./usage.ts";

/** One call, the reply in one piece. */
export async function generate(model: LanguageModelV4, request: ModelRequest): Promise<ModelReply> {
  const { content, ...ending } = await model.doGenerate(callOptions(model, request));
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return replyOf(model, text, ending);
}

/** One call, the text handed on as it arrives. */
export async function stream(model: LanguageModelV4, request: ModelRequest): Promise<ModelReply> {
  const { stream: parts } = await model.doStream(callOptions(model, request));
  let text = "";
  for await (const part of parts) {
    if (part.type === "text-delta") {
      text += part.delta;
      request.onText?.(part.delta);
    } else if (part.type === "error") {
      throw part.error;
    } else if (part.type === "finish") {
      return replyOf(model, text, part);
    }
  }
  throw new ModelError("the stream ended before the model had finished its reply");
}

function replyOf(
  { provider }: LanguageModelV4,
  text: string,
  { usage, finishReason }: Pick<LanguageModelV4GenerateResult, "usage" | "finishReason">,
): ModelReply {
  const costUsd = chargeFrom(provider, usage);
  return {
    text,
    usage: usageFrom(usage),
    finishReason: finishReason.unified,
    ...(costUsd !== undefined ? { costUsd } : {}),
  };
}
