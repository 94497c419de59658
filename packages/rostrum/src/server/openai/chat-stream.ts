import { encodeData } from "../events/sse.ts";
import { toHttpError } from "../http-error.ts";
import { createAnswerStream } from "./answer-stream.ts";
import type { AskedDebate } from "./ask-panel.ts";
import {
  formatPanelNote,
  formatError,
  formatNotices,
  formatRest,
  formatUsage,
  type PanelNote,
} from "./completion.ts";
import type { ToolCall } from "./tools.ts";

export interface ChunkHead {
  id: string;
  created: number;
  model: string;
}

interface Delta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
  tool_calls?: ({ index: number } & ToolCall)[];
}

const DONE: Uint8Array = new TextEncoder().encode("data: [DONE]\n\n");

/** A debate as a streamed completion: the turns as reasoning while they are spoken, then the verdict. */
export function createChatStream(
  asked: AskedDebate,
  head: ChunkHead,
  includeUsage: boolean,
): ReadableStream<Uint8Array> {
  const { debate, typed, plain, readToolCalls } = asked;

  function encodeChunk(rest: object): Uint8Array {
    const { id, created, model } = head;
    return encodeData({ id, object: "chat.completion.chunk", created, model, ...rest });
  }

  function chunk(
    delta: Delta,
    finish: "stop" | "tool_calls" | null = null,
    rostrum?: PanelNote,
  ): Uint8Array {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    return encodeChunk({ choices, ...(rostrum ? { rostrum } : {}) });
  }

  return createAnswerStream(asked, {
    opening: [chunk({ role: "assistant", content: "" })],
    encodeTurns: (text) => chunk({ reasoning_content: text }),
    ...(plain ? { encodeVerdict: (text: string) => [chunk({ content: text })] } : {}),
    async ending(sent) {
      try {
        const result = await debate.result;
        const called = (await readToolCalls()).map((call, index) => ({ index, ...call }));
        return [
          chunk({ reasoning_content: formatNotices(result) }),
          called.length > 0
            ? chunk({ tool_calls: called })
            : chunk({ content: formatRest(result, typed, sent) }),
          chunk({}, called.length > 0 ? "tool_calls" : "stop", formatPanelNote(result)),
          // The last chunk has no choices and the sum of all calls.
          ...(includeUsage
            ? [encodeChunk({ choices: [], usage: formatUsage(result) ?? null })]
            : []),
          DONE,
        ];
      } catch (error) {
        return [encodeData(formatError(toHttpError(error)))];
      }
    },
  });
}
