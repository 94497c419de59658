import { z } from "zod";

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
  content?: string | { type: string; text?: string }[] | null;
  /** Of an assistant. */
  tool_calls?: { id?: string; function?: { name: string; arguments?: string } }[] | null;
  /** Of a tool: the call that it answers. */
  tool_call_id?: string | null;
}

export type ResponseFormat =
  | { type: "text" | "json_object" }
  | { type: "json_schema"; json_schema: { name?: string; schema?: Record<string, unknown> } };

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: content.nullish(),
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

const responseFormat = z.union([
  z.looseObject({ type: z.enum(["text", "json_object"]) }),
  z.looseObject({
    type: z.literal("json_schema"),
    json_schema: z.looseObject({
      name: z.string().optional(),
      schema: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
]);

export const chatRequest: z.ZodType<ChatRequest> = z
  .looseObject({
    model: z.string().min(1).max(200).meta({ description: "The name of a panel." }),
    messages: z.array(message).min(1).max(1000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
    response_format: responseFormat.nullish(),
    n: z.number().nullish(),
    user: z.string().max(1000).nullish(),
    tools: z.array(z.unknown()).nullish(),
    tool_choice: z.unknown().optional(),
  })
  .meta({ id: "ChatCompletionRequest" });
