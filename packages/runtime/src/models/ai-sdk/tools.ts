import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { PromptMessage, ToolUse } from "@rostrum/core/protocol";
import { field, parseJson } from "@rostrum/core/support";
import { isProviderSearch } from "./search.ts";

/** Tools in the form of the AI SDK's provider specification. */
export function createFunctionTools(tools: Record<string, unknown>): LanguageModelV4FunctionTool[] {
  return Object.entries(tools).flatMap(([name, tool]) => {
    if (isProviderSearch(tool)) return [];
    const description = field(tool, "description");
    return {
      type: "function",
      name,
      ...(typeof description === "string" ? { description } : {}),
      inputSchema: readInputSchema(field(tool, "inputSchema") ?? field(tool, "parameters")),
    };
  });
}

type InputSchema = LanguageModelV4FunctionTool["inputSchema"];

const ANYTHING: InputSchema = { type: "object", properties: {} };

/** The JSON Schema of a tool's input, from a library's schema, the AI SDK's own, or itself. */
export function readInputSchema(schema: unknown): InputSchema {
  const jsonSchema = field(schema, "jsonSchema");
  if (typeof jsonSchema === "object" && jsonSchema !== null && !("then" in jsonSchema))
    return jsonSchema;
  const standard = field(field(schema, "~standard"), "jsonSchema");
  const describe = field(standard, "input");
  if (typeof describe === "function") {
    try {
      const { $schema: _dialect, ...rest } = describe({ target: "draft-07" }) as InputSchema;
      return rest;
    } catch {
      return ANYTHING;
    }
  }
  return typeof field(schema, "type") === "string" ? (schema as InputSchema) : ANYTHING;
}

/** Converts a turn that requests tools or has their results; `null` for other turns. */
export function convertToolTurn(message: PromptMessage): LanguageModelV4Message | null {
  const { content, toolCalls, toolResults } = message;
  if (toolCalls) {
    return {
      role: "assistant",
      content: [
        ...(content === "" ? [] : [{ type: "text" as const, text: content }]),
        ...toolCalls.map(({ id, name, input }) => ({
          type: "tool-call" as const,
          toolCallId: id,
          toolName: name,
          input: input ?? {},
        })),
      ],
    };
  }
  if (!toolResults) return null;
  return {
    role: "tool",
    content: toolResults.map(({ id, name, text }) => ({
      type: "tool-result" as const,
      toolCallId: id,
      toolName: name,
      output: { type: "text" as const, value: text },
    })),
  };
}

/** Tools that a model requests. Input that isn't JSON is passed on unchanged, and the tool refuses it. */
export function readToolCalls(parts: readonly unknown[]): ToolUse[] {
  return parts.flatMap((part) => {
    if (field(part, "type") !== "tool-call" || field(part, "providerExecuted") === true) return [];
    const { toolCallId, toolName, input } = part as LanguageModelV4ToolCall;
    return [{ name: toolName, input: parseInput(input), id: toolCallId }];
  });
}

function parseInput(input: unknown): unknown {
  if (typeof input !== "string") return input;
  return input.trim() === "" ? {} : (parseJson(input) ?? input);
}
