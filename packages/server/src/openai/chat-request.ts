import { z } from "zod";
import type { ContextItem, Question } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import type { AccessGate } from "../debates/access-gate.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { HttpError, invalidRequest } from "../http-error.ts";
import { createSchemaAnswer } from "../panels/schema-answer.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import type { PanelRequest } from "../schemas/debate-request.ts";
import type { User } from "../users/users.ts";
import { readContent, type ContentPart } from "./content-parts.ts";

/** The part of OpenAI's request that a panel uses. The rest is ignored. */
export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  stream?: boolean | null;
  stream_options?: { include_usage?: boolean } | null;
  response_format?: ResponseFormat | null;
  n?: number | null;
  user?: string | null;
  tools?: unknown[] | null;
  tool_choice?: unknown;
}

export interface ChatMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
  content?: string | ContentPart[] | null;
  /** Only of an assistant message. */
  tool_calls?: { id?: string; function?: { name: string; arguments?: string } }[] | null;
  /** Only of a tool message: id of the call that it answers. */
  tool_call_id?: string | null;
  /** Only of a tool message of the Messages API: the tool failed. */
  isError?: boolean;
  /** Path in the request, for error messages. Default: the position in the list. */
  path?: string;
}

/** Only `json_schema` has a schema. */
export interface ResponseFormat {
  type: "text" | "json_object" | "json_schema";
  json_schema?: { name?: string; schema?: Record<string, unknown> };
}

export const messageContent: z.ZodType<NonNullable<ChatMessage["content"]>> = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const chatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: messageContent.nullish(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string().max(300).optional(),
        function: z.looseObject({ name: z.string(), arguments: z.string().optional() }).optional(),
      }),
    )
    .nullish(),
  tool_call_id: z.string().max(300).nullish(),
});

const responseFormat = z.looseObject({
  type: z.enum(["text", "json_object", "json_schema"]),
  json_schema: z
    .looseObject({
      name: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});

export const chatRequest: z.ZodType<ChatRequest> = z
  .looseObject({
    model: z.string().min(1).max(200).describe("The name of a panel."),
    messages: z.array(chatMessage).min(1).max(1000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
    response_format: responseFormat.nullish(),
    n: z.number().nullish(),
    user: z.string().max(1000).nullish(),
    tools: z.array(z.unknown()).nullish(),
    tool_choice: z.unknown().optional(),
  })
  .meta({ id: "ChatCompletionRequest" });

/** Reads which panel a chat request asks, and the format of the answer. */
export async function readPanelRequest(
  { model, response_format, n }: ChatRequest,
  panels: Pick<SavedPanels, "names" | "offers">,
  /** Name of the schema's field in the client's API. */
  schemaField: string,
): Promise<PanelRequest> {
  if (!(await panels.offers(model))) {
    const names = (await panels.names()).join(", ");
    const message = `expected the name of a panel as model: ${names}`;
    throw new HttpError(404, "model_not_found", message, { field: "model" });
  }
  if (n != null && n !== 1)
    throw invalidRequest("n", "expected 1, because a panel gives one answer");
  const schema = readSchema(response_format ?? { type: "text" }, schemaField);
  return { panel: model, ...(schema ? { answer: { type: "json", schema } } : {}) };
}

function readSchema(
  { type, json_schema }: ResponseFormat,
  field: string,
): Record<string, unknown> | null {
  if (type !== "json_schema") return type === "text" ? null : { type: "object" };
  const schema = json_schema?.schema;
  if (schema === undefined) throw invalidRequest(field, "expected a JSON Schema");
  // Refuses an unusable schema under the field name that the client knows.
  createSchemaAnswer(schema, field);
  return schema;
}

/** The last user message is the question; what came before it is context. */
export function readChatQuestion(
  messages: readonly ChatMessage[],
  /** Name of the messages field in the client's API. */
  field: string,
): Question {
  const getPath = (index: number): string => messages[index]?.path ?? `${field}[${index}]`;
  const end = messages.length - 1;
  // Tool results belong to the question before them.
  const last =
    messages[end]?.role === "tool" ? messages.findLastIndex(({ role }) => role === "user") : end;
  const question = messages[last];
  if (question?.role !== "user") {
    const message = "expected the last message to be from the user, because it is the question";
    throw invalidRequest(`${getPath(end)}.role`, message);
  }
  const { text, files } = readContent(question.content, getPath(last));
  if (text.trim() === "")
    throw invalidRequest(`${getPath(last)}.content`, "expected a question, got none");
  const context = messages.flatMap((message, index) =>
    index === last ? files : readContext(message, getPath(index)),
  );
  return context.length > 0 ? { text, context: makeNamesUnique(context) } : text;
}

/** Makes document names unique, because documents are cited by name. */
function makeNamesUnique(context: readonly ContextItem[]): ContextItem[] {
  const nameCounts = new Map<string, number>();
  return context.map((item) => {
    if (!("document" in item)) return item;
    const count = (nameCounts.get(item.document) ?? 0) + 1;
    nameCounts.set(item.document, count);
    return count === 1 ? item : { ...item, document: `${item.document} (${count})` };
  });
}

function readContext(message: ChatMessage, path: string): ContextItem[] {
  const { text, files } = readContent(message.content, path);
  const calls = (message.tool_calls ?? []).flatMap(({ function: called }) =>
    called ? [`I call ${called.name}(${called.arguments ?? ""}).`] : [],
  );
  const content = [text, ...calls].join("\n").trim();
  if (content === "") return files;
  if (message.role === "assistant") return [{ role: "assistant", content }, ...files];
  const heading = message.isError ? FAILED_TOOL : HEADINGS[message.role];
  return [{ role: "user", content: heading ? `${heading}:\n\n${content}` : content }, ...files];
}

/** Headings of messages that aren't the user's: debaters read everything as one user's text. */
const HEADINGS: Partial<Record<ChatMessage["role"], string>> = {
  system: "Instructions for this conversation",
  developer: "Instructions for this conversation",
  tool: "What a tool returned",
  function: "What a tool returned",
};

const FAILED_TOOL = "A tool failed. What it returned";

/** Reads a debate that a request refers to, if its user may read it or follow it up. */
export type ReadEarlier = (id: string, act: "read" | "follow") => Promise<DebateRecord>;

export function createReadEarlier(
  user: User,
  { gate, service }: { gate: AccessGate; service: DebateService },
): ReadEarlier {
  return async (id, act) => {
    await gate.reach(user, act, id);
    return service.record(id);
  };
}
