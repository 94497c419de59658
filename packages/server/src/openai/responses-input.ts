import { z } from "zod";
import { omitUndefined } from "@rostrum/core/support";
import { invalidRequest } from "../http-error.ts";
import {
  messageContent,
  type ChatMessage,
  type ChatRequest,
  type ReadEarlier,
} from "./chat-request.ts";
import { formatContent } from "./completion.ts";
import type { ContentPart } from "./content-parts.ts";

/** The part of a request to OpenAI's Responses API that a panel uses. The rest is ignored. */
export interface ResponsesRequest {
  model: string;
  input: string | InputItem[];
  instructions?: string | null;
  stream?: boolean | null;
  previous_response_id?: string | null;
  text?: { format?: TextFormat | null } | null;
  tools?: unknown[] | null;
  tool_choice?: unknown;
  user?: string | null;
  background?: boolean | null;
  conversation?: unknown;
}

interface InputItem {
  type?: string;
  id?: string | null;
  role?: "system" | "developer" | "user" | "assistant";
  content?: string | ContentPart[];
  output?: unknown;
  call_id?: string;
  name?: string;
  arguments?: string;
}

interface TextFormat {
  type: "text" | "json_object" | "json_schema";
  name?: string;
  schema?: Record<string, unknown>;
}

const inputItem = z.looseObject({
  type: z.string().optional(),
  id: z.string().max(300).nullish(),
  role: z.enum(["system", "developer", "user", "assistant"]).optional(),
  content: messageContent.optional(),
  call_id: z.string().max(300).optional(),
  name: z.string().max(300).optional(),
  arguments: z.string().optional(),
});

const format = z.looseObject({
  type: z.enum(["text", "json_object", "json_schema"]),
  name: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
});

export const responsesRequest: z.ZodType<ResponsesRequest> = z
  .looseObject({
    model: z.string().min(1).max(200).describe("The name of a panel."),
    input: z.union([z.string(), z.array(inputItem).min(1).max(1000)]),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    previous_response_id: z
      .string()
      .max(300)
      .nullish()
      .describe("The debate that this one follows up."),
    text: z.looseObject({ format: format.nullish() }).nullish(),
    tools: z.array(z.unknown()).nullish(),
    tool_choice: z.unknown().optional(),
    user: z.string().max(1000).nullish(),
    background: z.boolean().nullish(),
  })
  .meta({ id: "ResponsesRequest" });

/** The ids of a response and of its parts begin with these, and end with the debate's id. */
export const RESPONSE_PREFIX = "resp_";
export const MESSAGE_PREFIX = "msg_";
export const REASONING_PREFIX = "rs_";
export const FUNCTION_PREFIX = "fc_";

/** A request's input as messages. */
async function readMessages(
  { input, instructions }: ResponsesRequest,
  readEarlier: ReadEarlier,
): Promise<ChatMessage[]> {
  const items: InputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const messages = await Promise.all(
    items.map((item, index) => readMessage(item, index, readEarlier)),
  );
  const before: ChatMessage[] =
    instructions == null ? [] : [{ role: "developer", content: instructions }];
  return [...before, ...messages.filter((each) => each !== null)];
}

async function readMessage(
  item: InputItem,
  index: number,
  readEarlier: ReadEarlier,
): Promise<ChatMessage | null> {
  const { type = "message", id, role, content, output } = item;
  if (type === "reasoning") return null;
  if (type === "item_reference") return readReferred(id ?? "", index, readEarlier);
  if (type === "function_call_output") {
    const returned = typeof output === "string" ? output : JSON.stringify(output);
    return { role: "tool", content: returned, tool_call_id: item.call_id ?? null };
  }
  if (type === "function_call") {
    const { name = "", arguments: given = "" } = item;
    return { role: "assistant", tool_calls: [{ function: { name, arguments: given } }] };
  }
  if (type !== "message" || role === undefined) {
    const message = `expected a message, got ${type}`;
    throw invalidRequest(`input[${index}].type`, message);
  }
  return { role, ...(content === undefined ? {} : { content }) };
}

/** Reads an earlier answer that a client refers to by its id. */
async function readReferred(
  id: string,
  index: number,
  readEarlier: ReadEarlier,
): Promise<ChatMessage | null> {
  if (id.startsWith(REASONING_PREFIX) || id.startsWith(FUNCTION_PREFIX)) return null;
  if (!id.startsWith(MESSAGE_PREFIX)) {
    throw invalidRequest(`input[${index}].id`, "expected the id of an earlier answer");
  }
  const { result, status } = await readEarlier(id.slice(MESSAGE_PREFIX.length), "read");
  if (status !== "completed")
    throw invalidRequest(`input[${index}].id`, "expected a finished answer");
  return { role: "assistant", content: formatContent(result, false) };
}

/** Translates the request into the format of chat completions. */
export async function readChat(
  body: ResponsesRequest,
  readEarlier: ReadEarlier,
): Promise<ChatRequest> {
  const { model, text, tools, tool_choice, user } = body;
  const messages = await readMessages(body, readEarlier);
  const chat = { model, messages, tools, tool_choice, user };
  if (text?.format == null) return chat;
  const { type, name, schema } = text.format;
  return {
    ...chat,
    response_format:
      type === "json_schema" ? { type, json_schema: omitUndefined({ name, schema }) } : { type },
  };
}

/** The debate that a request follows up. */
export async function findFollowed(
  { previous_response_id: id }: ResponsesRequest,
  readEarlier: ReadEarlier,
): Promise<{ id: string } | undefined> {
  if (id == null) return undefined;
  const field = "previous_response_id";
  if (!id.startsWith(RESPONSE_PREFIX)) {
    throw invalidRequest(field, "expected the id of an earlier response, resp_…");
  }
  const debate = id.slice(RESPONSE_PREFIX.length);
  const { status } = await readEarlier(debate, "follow");
  if (status === "completed") return { id: debate };
  throw invalidRequest(field, `expected a response that is completed; its debate is ${status}`);
}
