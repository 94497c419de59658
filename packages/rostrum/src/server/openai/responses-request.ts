import { z } from "zod";

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

export interface InputItem {
  type?: string;
  id?: string | null;
  role?: "system" | "developer" | "user" | "assistant";
  content?: string | { type: string; text?: string }[];
  output?: unknown;
  call_id?: string;
  name?: string;
  arguments?: string;
}

export interface TextFormat {
  type: "text" | "json_object" | "json_schema";
  name?: string;
  schema?: Record<string, unknown>;
}

const item = z.looseObject({
  type: z.string().optional(),
  id: z.string().max(300).nullish(),
  role: z.enum(["system", "developer", "user", "assistant"]).optional(),
  content: z
    .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
    .optional(),
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
    model: z.string().min(1).max(200).meta({ description: "The name of a panel." }),
    input: z.union([z.string(), z.array(item).min(1).max(1000)]),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    previous_response_id: z
      .string()
      .max(300)
      .nullish()
      .meta({ description: "The debate that this one follows up." }),
    text: z.looseObject({ format: format.nullish() }).nullish(),
    tools: z.array(z.unknown()).nullish(),
    tool_choice: z.unknown().optional(),
    user: z.string().max(1000).nullish(),
    background: z.boolean().nullish(),
  })
  .meta({ id: "ResponsesRequest" });
