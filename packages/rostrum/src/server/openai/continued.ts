import type { JudgeTools, Order } from "../debates/debate-order.ts";
import type { DebateService } from "../debates/debate-service.ts";
import type { ChatMessage } from "./chat-request.ts";
import type { EarlierDebate } from "./responses-input.ts";
import { debateOfCall, toolCallsOf, type ToolCall } from "./tool-calls.ts";

/**
 * The part of an order that concerns tools. If the messages end with tool results, the debate that
 * called the tools is over, and its judge continues alone with what is carried over from that
 * debate.
 */
export async function toolsIn(
  messages: readonly ChatMessage[],
  offered: JudgeTools | undefined,
  earlier: EarlierDebate,
): Promise<Pick<Order, "tools" | "follow">> {
  const last = messages.at(-1);
  if (last?.role !== "tool") return offered ? { tools: offered } : {};
  const tools: JudgeTools = { ...(offered ?? { tools: [] }), alone: true };
  const id = debateOfCall(last.tool_call_id);
  const found = id === null ? null : await earlier(id, "follow");
  return { tools, ...(id !== null && found?.status === "completed" ? { follow: { id } } : {}) };
}

/**
 * The tools that the judge of a debate called. For a debate without tools, the journal isn't read.
 */
export function callsOf(
  service: DebateService,
  id: string,
  { tools }: Pick<Order, "tools">,
): () => Promise<ToolCall[]> {
  return async () => (tools ? toolCallsOf(id, await service.toolCalls(id)) : []);
}
