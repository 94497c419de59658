import type { ChatUsage, PanelNote } from "./completion.ts";

const encoder = new TextEncoder();

export interface ChunkHead {
  id: string;
  created: number;
  model: string;
}

export interface Delta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
}

export function chunk(
  { id, created, model }: ChunkHead,
  delta: Delta,
  finish: "stop" | null = null,
  rostrum?: PanelNote,
): Uint8Array {
  return data({
    id,
    object: "chat.completion.chunk",
    created,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(rostrum ? { rostrum } : {}),
  });
}

/** With `include_usage`, the last chunk has no choices and the sum of all calls. */
export function usageChunk(
  { id, created, model }: ChunkHead,
  usage: ChatUsage | undefined,
): Uint8Array {
  return data({
    id,
    object: "chat.completion.chunk",
    created,
    model,
    choices: [],
    usage: usage ?? null,
  });
}

export function data(value: unknown): Uint8Array {
  return encoder.encode(`data: ${JSON.stringify(value)}\n\n`);
}

export const DONE: Uint8Array = encoder.encode("data: [DONE]\n\n");
