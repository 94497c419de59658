import type { AwaitableDebate } from "../debates/live-debate.ts";
import { encodeData } from "../events/sse.ts";
import { asHttpError } from "../http-error.ts";
import { chunk, DONE, usageChunk, type ChunkHead } from "./chunks.ts";
import { noteOf, noticeText, restOf, usageOf } from "./completion.ts";
import { openAiError } from "./errors.ts";
import type { ToolCall } from "./tool-calls.ts";
import { turnsStream, type TurnsStreamOptions } from "./turns-stream.ts";

export interface StreamingOptions extends Pick<TurnsStreamOptions, "keepAliveMs" | "leave"> {
  head: ChunkHead;
  includeUsage: boolean;
  /** The verdict is only JSON. */
  typed: boolean;
  /** The judge's text is the answer, so it is sent while it is written. */
  plain: boolean;
  /** The tools that the judge called instead of giving an answer. */
  calls(): Promise<ToolCall[]>;
}

/** A debate as a streamed completion: the turns as reasoning while they are spoken, then the verdict. */
export function completionStream(
  live: AwaitableDebate,
  { head, includeUsage, typed, plain, calls, ...options }: StreamingOptions,
): ReadableStream<Uint8Array> {
  return turnsStream(live, {
    ...options,
    opening: [chunk(head, { role: "assistant", content: "" })],
    said: (text) => chunk(head, { reasoning_content: text }),
    ...(plain ? { decided: (text: string) => [chunk(head, { content: text })] } : {}),
    async ending(sent) {
      try {
        const result = await live.result;
        const called = (await calls()).map((call, index) => ({ index, ...call }));
        return [
          chunk(head, { reasoning_content: noticeText(result) }),
          called.length > 0
            ? chunk(head, { tool_calls: called })
            : chunk(head, { content: restOf(result, typed, sent) }),
          chunk(head, {}, called.length > 0 ? "tool_calls" : "stop", noteOf(result)),
          ...(includeUsage ? [usageChunk(head, usageOf(result))] : []),
          DONE,
        ];
      } catch (error) {
        return [encodeData(openAiError(asHttpError(error)))];
      }
    },
  });
}
