import type { ToolUse } from "../../protocol/tool-use.ts";

/** A call of a client's tool, as OpenAI's clients read it. */
export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

const ID = /^call_(.+)_\d+$/;

/**
 * The ids contain the debate's id, so that any server can find the debate when the results arrive.
 */
export function toolCallsOf(debateId: string, calls: readonly ToolUse[]): ToolCall[] {
  return calls.map(({ name, input }, index) => ({
    id: `call_${debateId}_${index}`,
    type: "function",
    function: { name, arguments: typeof input === "string" ? input : JSON.stringify(input ?? {}) },
  }));
}

/** The debate whose judge made a call; `null` if the id has another form. */
export function debateOfCall(id: string | null | undefined): string | null {
  return ID.exec(id ?? "")?.[1] ?? null;
}
