import { encodeData } from "../events/sse.ts";
import type { ChatUsage, PanelNote } from "./completion.ts";
import type { ToolCall } from "./tool-calls.ts";

export interface ChunkHead {
  id: string;
  created: number;
  model: string;
}

export interface Delta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
  tool_calls?: ({ index: number } & ToolCall)[];
}

export function chunk(
  head: ChunkHead,
  delta: Delta,
  finish: "stop" | "tool_calls" | null = null,
  rostrum?: PanelNote,
): Uint8Array {
  return framed(head, {
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(rostrum ? { rostrum } : {}),
  });
}

/** With `include_usage`, the last chunk has no choices and the sum of all calls. */
export function usageChunk(head: ChunkHead, usage: ChatUsage | undefined): Uint8Array {
  return framed(head, { choices: [], usage: usage ?? null });
}

function framed({ id, created, model }: ChunkHead, rest: object): Uint8Array {
  return encodeData({ id, object: "chat.completion.chunk", created, model, ...rest });
}

export const DONE: Uint8Array = new TextEncoder().encode("data: [DONE]\n\n");
