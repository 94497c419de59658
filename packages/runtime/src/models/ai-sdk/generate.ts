import type { LanguageModelV4 } from "@ai-sdk/provider";
import { field, ModelError, typeName } from "@rostrum/core/support";
import type { ModelReply, ModelRequest } from "@rostrum/core/protocol";
import { MAX_TEXT_LENGTH } from "../check-reply.ts";
import { isWebPage, WEB_PAGE } from "../web-page.ts";
import { buildCallOptions } from "./prompt.ts";
import { isSearchPart, readSearch } from "./search.ts";
import { readToolCalls } from "./tools.ts";
import { readCharge, readUsage } from "./usage.ts";

/** Makes one call, with the reply in one piece. */
export async function generate(model: LanguageModelV4, request: ModelRequest): Promise<ModelReply> {
  return readResult(model, await model.doGenerate(buildCallOptions(model, request)));
}

/** The parts of a whole result. */
export function readContent(result: unknown): unknown[] {
  const content = field(result, "content");
  if (Array.isArray(content)) return content;
  const message = `expected a result with a list "content" from the model, got ${typeName(result)}`;
  throw new ModelError(message, { retryable: false });
}

/** Converts a whole result to a reply. */
export function readResult(model: LanguageModelV4, result: unknown): ModelReply {
  const content = readContent(result);
  const text = content.map((part) => readText(part, "text", "text")).join("");
  return withToolCalls(model, buildReply(model, text, result), content, result);
}

/** Makes one call, and passes the text on as it arrives. */
export async function stream(model: LanguageModelV4, request: ModelRequest): Promise<ModelReply> {
  const { stream: parts, response } = await model.doStream(buildCallOptions(model, request));
  // A web page that is read as a stream of events looks like an empty stream.
  if (isWebPage(response?.headers)) throw new ModelError(WEB_PAGE, { retryable: false });
  let text = "";
  const toolCallParts: unknown[] = [];
  for await (const part of parts) {
    const type = field(part, "type");
    const delta = readText(part, "text-delta", "delta");
    if (delta !== "") {
      text += delta;
      request.onText?.(delta);
      // A model that never stops writing is abandoned, and its reply counts as cut off.
      if (text.length > MAX_TEXT_LENGTH) return { text };
    } else if (type === "tool-call" || isSearchPart(part)) {
      toolCallParts.push(part);
    } else if (type === "error") {
      throw field(part, "error");
    } else if (type === "finish") {
      return withToolCalls(model, buildReply(model, text, part), toolCallParts, part);
    }
  }
  throw new ModelError("the stream ended before the model had finished its reply");
}

/** Adds requested tools and the provider's search results to a reply. */
function withToolCalls(
  model: LanguageModelV4,
  reply: ModelReply,
  parts: readonly unknown[],
  ending: unknown,
): ModelReply {
  const { toolCalls: searchCalls = [], ...fees } = readSearch(
    model,
    parts.filter(isSearchPart),
    ending,
  );
  const toolCalls = [...readToolCalls(parts), ...searchCalls];
  return { ...reply, ...fees, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
}

/** The text of a part of this type; parts of other types have none. */
function readText(part: unknown, type: string, name: string): string {
  const text = field(part, "type") === type ? field(part, name) : "";
  return typeof text === "string" ? text : "";
}

function buildReply({ provider }: LanguageModelV4, text: string, ending: unknown): ModelReply {
  const usage = field(ending, "usage");
  const costUsd = readCharge(provider, usage);
  const finishReason = field(field(ending, "finishReason"), "unified");
  return {
    text,
    usage: readUsage(usage),
    ...(typeof finishReason === "string" ? { finishReason } : {}),
    ...(costUsd !== undefined ? { costUsd } : {}),
  };
}
