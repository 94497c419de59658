import { z } from "zod";
import type { ToolUse } from "@rostrum/core/protocol";
import type { JudgeTools, Order } from "../debates/debate-order.ts";
import { omitUndefined, toOneLine } from "@rostrum/core/support";
import { invalidRequest } from "../http-error.ts";
import type { ChatMessage, ReadEarlier } from "./chat-request.ts";

/** A function that the client offers, in the form of chat completions or of the Responses API. */
const flat = z.looseObject({
  type: z.literal("function"),
  name: z.string().regex(/^[\w-]{1,64}$/),
  description: z.string().max(10_000).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
});
const nested = z.looseObject({ type: z.literal("function"), function: flat.omit({ type: true }) });
const choice = z.union([
  z.enum(["auto", "none", "required"]),
  z.looseObject({ type: z.literal("function"), name: z.string() }),
  z.looseObject({ type: z.literal("function"), function: z.looseObject({ name: z.string() }) }),
]);

const MAX_TOOLS = 128;

/** The tools of a request; `undefined` if there are none. */
function readTools(
  tools: readonly unknown[] | null | undefined,
  toolChoice: unknown,
): JudgeTools | undefined {
  if (tools == null || tools.length === 0) {
    readChoice(toolChoice, []);
    return undefined;
  }
  if (tools.length > MAX_TOOLS)
    throw invalidRequest("tools", `expected at most ${MAX_TOOLS}, got ${tools.length}`);
  const parsedTools = tools.map((tool, index) => {
    const inner = nested.safeParse(tool);
    const read = inner.success ? { data: inner.data.function } : flat.safeParse(tool);
    if (!read.data)
      throw invalidRequest(`tools[${index}]`, "expected a function with a name and parameters");
    const { name, description, parameters } = read.data;
    return omitUndefined({
      type: "function" as const,
      name,
      description: description ?? undefined,
      inputSchema: parameters ?? { type: "object", properties: {} },
    });
  });
  const names = parsedTools.map(({ name }) => name);
  return omitUndefined({ tools: parsedTools, toolChoice: readChoice(toolChoice, names) });
}

/** Reads which tool has to be called. Throws for one that isn't offered. */
function readChoice(toolChoice: unknown, names: readonly string[]): JudgeTools["toolChoice"] {
  const { data } = choice.safeParse(toolChoice);
  if (data === undefined) {
    if (toolChoice == null || names.length === 0) return undefined;
    throw invalidRequest("tool_choice", "expected auto, none, required or the name of a function");
  }
  if (typeof data === "string") return { type: data };
  const toolName = String("name" in data ? data.name : (data.function as { name: string }).name);
  if (names.includes(toolName)) return { type: "tool", toolName };
  const expected = names.length === 0 ? "no tool, because none is offered" : "one of the tools";
  const actual = toOneLine(toolName).slice(0, MAX_SHOWN_CHARS);
  throw invalidRequest("tool_choice", `expected ${expected}, got ${actual}`);
}

const MAX_SHOWN_CHARS = 100;

/**
 * The part of an order that concerns tools. If the messages end with tool results, the debate that called the tools is
 * over, and its judge continues alone with what is carried over from that debate.
 */
export async function orderTools(
  messages: readonly ChatMessage[],
  { tools, tool_choice }: { tools?: unknown[] | null; tool_choice?: unknown },
  readEarlier: ReadEarlier,
): Promise<Pick<Order, "tools" | "follow">> {
  const offered = readTools(tools, tool_choice);
  const last = messages.at(-1);
  if (last?.role !== "tool") return omitUndefined({ tools: offered });
  const id = /^call_(.+)_\d+$/.exec(last.tool_call_id ?? "")?.[1];
  const earlier = id === undefined ? null : await readEarlier(id, "follow");
  return {
    tools: { ...(offered ?? { tools: [] }), alone: true },
    ...(id !== undefined && earlier?.status === "completed" ? { follow: { id } } : {}),
  };
}

/** A call of a client's tool, as OpenAI's clients read it. */
export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** The ids contain the debate's id, so that any server can find the debate when the results arrive. */
export function formatToolCalls(debateId: string, calls: readonly ToolUse[]): ToolCall[] {
  return calls.map(({ name, input }, index) => ({
    id: `call_${debateId}_${index}`,
    type: "function",
    function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input ?? {}) },
  }));
}
