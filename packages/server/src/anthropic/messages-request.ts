import { z } from "zod";
import { omitUndefined } from "@rostrum/core/support";
import { invalidRequest } from "../http-error.ts";
import type { ChatMessage, ChatRequest } from "../openai/chat-request.ts";
import type { ContentPart } from "../openai/content-parts.ts";

/** The part of a request to Anthropic's Messages API that a panel uses. */
export interface MessagesRequest {
  model: string;
  messages: Message[];
  system?: string | Block[] | null;
  stream?: boolean | null;
  tools?: Tool[] | null;
  tool_choice?: ToolChoice | null;
  metadata?: { user_id?: string | null } | null;
  thinking?: { type: string } | null;
  output_config?: { format?: OutputFormat | null } | null;
}

interface Message {
  role: "user" | "assistant";
  content: string | Block[];
}

/** Text, a file, a call of a tool, or what a tool returned. */
interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  is_error?: boolean | null;
  content?: string | Block[];
  source?: unknown;
  title?: string | null;
}

interface Tool {
  type?: string | null;
  name: string;
  description?: string;
  input_schema?: Record<string, unknown>;
}

interface ToolChoice {
  type: "auto" | "any" | "none" | "tool";
  name?: string;
}

interface OutputFormat {
  type: "json_schema";
  schema: Record<string, unknown>;
}

const block: z.ZodType<Block> = z.lazy(() =>
  z.looseObject({
    type: z.string().max(100),
    text: z.string().optional(),
    id: z.string().max(300).optional(),
    name: z.string().max(300).optional(),
    tool_use_id: z.string().max(300).optional(),
    is_error: z.boolean().nullish(),
    content: blocks.optional(),
    title: z.string().nullish(),
  }),
);
const blocks = z.union([z.string(), z.array(block)]);

export const messagesRequest: z.ZodType<MessagesRequest> = z
  .looseObject({
    model: z.string().min(1).max(200).describe("The name of a panel."),
    messages: z
      .array(z.looseObject({ role: z.enum(["user", "assistant"]), content: blocks }))
      .min(1)
      .max(1000),
    system: blocks.nullish(),
    stream: z.boolean().nullish(),
    tools: z
      .array(
        z.looseObject({
          type: z.string().max(100).nullish(),
          name: z.string().max(300),
          description: z.string().optional(),
          input_schema: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .nullish(),
    tool_choice: z
      .looseObject({
        type: z.enum(["auto", "any", "none", "tool"]),
        name: z.string().max(300).optional(),
      })
      .nullish(),
    metadata: z.looseObject({ user_id: z.string().max(1000).nullish() }).nullish(),
    thinking: z.looseObject({ type: z.string() }).nullish(),
    output_config: z
      .looseObject({
        format: z
          .looseObject({
            type: z.literal("json_schema"),
            schema: z.record(z.string(), z.unknown()),
          })
          .nullish(),
      })
      .nullish(),
  })
  .meta({ id: "MessagesRequest" });

/** Translates the request into the format of chat completions. */
export function toChatRequest(body: MessagesRequest): ChatRequest {
  const { model, messages, system, tools, tool_choice, metadata, output_config } = body;
  const instructions: ChatMessage[] =
    system == null ? [] : [{ role: "system", content: toParts(system), path: "system" }];
  const format = output_config?.format;
  return {
    model,
    messages: [
      ...instructions,
      ...messages.flatMap((message, index) => toChatMessages(message, `messages[${index}]`)),
    ],
    tools: tools?.map(toFunction) ?? null,
    tool_choice: tool_choice == null ? null : toChatChoice(tool_choice),
    user: metadata?.user_id ?? null,
    ...(format
      ? { response_format: { type: "json_schema", json_schema: { schema: format.schema } } }
      : {}),
  };
}

function toChatMessages({ role, content }: Message, path: string): ChatMessage[] {
  if (typeof content === "string") return [{ role, content, path }];
  const results = content.filter(({ type }) => type === "tool_result");
  const calls = content.filter(({ type }) => type === "tool_use");
  const parts = toParts(content);
  if (role === "assistant") {
    const tool_calls = calls.map(({ id, name = "", input }) =>
      omitUndefined({ id, function: { name, arguments: JSON.stringify(input ?? {}) } }),
    );
    return [{ role, content: parts, path, ...(calls.length > 0 ? { tool_calls } : {}) }];
  }
  const returned = results.map((result): ChatMessage => ({
    role: "tool",
    content: toParts(result.content ?? ""),
    tool_call_id: result.tool_use_id ?? null,
    isError: result.is_error === true,
    path,
  }));
  if (returned.length === 0) return [{ role, content: parts, path }];
  // Text next to a tool result belongs to it: the question is the one before the call.
  const last = returned.at(-1) as ChatMessage;
  const words = [...(last.content as ContentPart[]), ...parts];
  return [...returned.slice(0, -1), { ...last, content: words }];
}

/** Blocks that are neither words nor files for the panel. */
const OTHER_BLOCKS: ReadonlySet<string> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
]);

function toParts(content: string | readonly Block[]): ContentPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.filter(({ type }) => !OTHER_BLOCKS.has(type));
}

function toFunction({ type, name, description, input_schema }: Tool, index: number): object {
  if (type != null && type !== "custom") {
    const message = `expected a tool that the client runs (type "custom"), got ${type}: a panel has no tools of Anthropic's`;
    throw invalidRequest(`tools[${index}].type`, message);
  }
  return {
    type: "function",
    function: omitUndefined({ name, description, parameters: input_schema }),
  };
}

function toChatChoice({ type, name }: ToolChoice): unknown {
  if (type === "tool") return { type: "function", name: name ?? "" };
  return type === "any" ? "required" : type;
}
