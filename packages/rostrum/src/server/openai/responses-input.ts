import type { DebateRecord } from "../../record/index.ts";
import { HttpError } from "../http-error.ts";
import type { ChatMessage, ChatRequest } from "./chat-request.ts";
import { contentOf } from "./completion.ts";
import type { InputItem, ResponsesRequest } from "./responses-request.ts";

/** The ids of a response and of its parts begin with these, and end with the debate's id. */
export const RESPONSE_ID = "resp_";
export const MESSAGE_ID = "msg_";
export const REASONING_ID = "rs_";
export const FUNCTION_ID = "fc_";

/** Reads a debate that a request refers to, if its user may read it or follow it up. */
export type EarlierDebate = (id: string, act: "read" | "follow") => Promise<DebateRecord>;

/** A request's input as messages. */
export async function messagesIn(
  { input, instructions }: ResponsesRequest,
  earlier: EarlierDebate,
): Promise<ChatMessage[]> {
  const items: InputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const messages = await Promise.all(items.map((item, index) => messageOf(item, index, earlier)));
  const before: ChatMessage[] =
    instructions == null ? [] : [{ role: "developer", content: instructions }];
  return [...before, ...messages.filter((each) => each !== null)];
}

async function messageOf(
  item: InputItem,
  index: number,
  earlier: EarlierDebate,
): Promise<ChatMessage | null> {
  const { type = "message", id, role, content, output } = item;
  if (type === "reasoning") return null;
  if (type === "item_reference") return referred(id ?? "", index, earlier);
  if (type === "function_call_output") {
    const returned = typeof output === "string" ? output : JSON.stringify(output);
    return { role: "tool", content: returned, tool_call_id: item.call_id ?? null };
  }
  if (type === "function_call") {
    const { name = "", arguments: given = "" } = item;
    return { role: "assistant", tool_calls: [{ function: { name, arguments: given } }] };
  }
  if (type !== "message" || role === undefined) {
    throw invalid(
      `input[${index}].type`,
      `expected a message, got ${type}: a panel reads only text`,
    );
  }
  const parts = Array.isArray(content) ? content.map(asText) : content;
  return { role, ...(parts === undefined ? {} : { content: parts }) };
}

/** Clients refer to earlier answers by their ids. */
async function referred(
  id: string,
  index: number,
  earlier: EarlierDebate,
): Promise<ChatMessage | null> {
  if (id.startsWith(REASONING_ID) || id.startsWith(FUNCTION_ID)) return null;
  if (!id.startsWith(MESSAGE_ID)) {
    throw invalid(`input[${index}].id`, "expected the id of an earlier answer");
  }
  const { result, status } = await earlier(id.slice(MESSAGE_ID.length), "read");
  if (status !== "completed")
    throw invalid(`input[${index}].id`, "expected an answer that is done");
  return { role: "assistant", content: contentOf(result, false) };
}

/** `input_text` and `output_text` are both text. */
function asText({ type, text }: { type: string; text?: string }): { type: string; text?: string } {
  const known = type === "input_text" || type === "output_text" || type === "text";
  return known && text !== undefined ? { type: "text", text } : { type };
}

/** The same request in the terms of chat completions. */
export function asChat({ model, text }: ResponsesRequest): Omit<ChatRequest, "messages"> {
  const format = text?.format;
  if (format == null) return { model };
  const { type, name, schema } = format;
  const named = { ...(name === undefined ? {} : { name }), ...(schema ? { schema } : {}) };
  return {
    model,
    response_format: type === "json_schema" ? { type, json_schema: named } : { type },
  };
}

/** The debate that a request follows up. */
export async function followedBy(
  { previous_response_id: id }: ResponsesRequest,
  earlier: EarlierDebate,
): Promise<{ follow?: { id: string } }> {
  if (id == null) return {};
  const field = "previous_response_id";
  if (!id.startsWith(RESPONSE_ID)) {
    throw invalid(field, "expected the id of an earlier response, resp_…");
  }
  const debate = id.slice(RESPONSE_ID.length);
  const { status } = await earlier(debate, "follow");
  if (status === "completed") return { follow: { id: debate } };
  throw invalid(field, `expected a response that is completed; its debate is ${status}`);
}

export function invalid(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}
