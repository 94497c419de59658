import type { LanguageModelV4 } from "@ai-sdk/provider";
import { ModelError } from "../../errors.ts";
import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import { field, typeName } from "../../thrown.ts";
import { LONGEST_TEXT } from "../checked-reply.ts";
import { callOptions } from "./prompt.ts";
import { chargeFrom, usageFrom } from "./usage.ts";

/** One call, with the reply in one piece. */
export async function generate(model: LanguageModelV4, request: ModelRequest): Promise<ModelReply> {
  const result: unknown = await model.doGenerate(callOptions(model, request));
  const content = field(result, "content");
  if (!Array.isArray(content)) {
    const words = `expected a result with a list "content" from the model, got ${typeName(result)}`;
    throw new ModelError(words, { retryable: false });
  }
  return replyOf(model, content.map((part) => textOf(part, "text", "text")).join(""), result);
}

/** One call, with the text passed on as it arrives. */
export async function stream(model: LanguageModelV4, request: ModelRequest): Promise<ModelReply> {
  const { stream: parts } = await model.doStream(callOptions(model, request));
  let text = "";
  for await (const part of parts) {
    const type = field(part, "type");
    const delta = textOf(part, "text-delta", "delta");
    if (delta !== "") {
      text += delta;
      request.onText?.(delta);
      // A model that never stops writing is abandoned, and its reply counts as cut off.
      if (text.length > LONGEST_TEXT) return { text };
    } else if (type === "error") {
      throw field(part, "error");
    } else if (type === "finish") {
      return replyOf(model, text, part);
    }
  }
  throw new ModelError("the stream ended before the model had finished its reply");
}

/** The text of a part of this type; parts of other types have none. */
function textOf(part: unknown, type: string, name: string): string {
  const text = field(part, "type") === type ? field(part, name) : "";
  return typeof text === "string" ? text : "";
}

function replyOf({ provider }: LanguageModelV4, text: string, ending: unknown): ModelReply {
  const usage = field(ending, "usage");
  const costUsd = chargeFrom(provider, usage);
  const finishReason = field(field(ending, "finishReason"), "unified");
  return {
    text,
    usage: usageFrom(usage),
    ...(typeof finishReason === "string" ? { finishReason } : {}),
    ...(costUsd !== undefined ? { costUsd } : {}),
  };
}
