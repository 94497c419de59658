import type { Attended } from "../debates/attended.ts";
import { asHttpError } from "../http-error.ts";
import { chunk, data, DONE, usageChunk, type ChunkHead } from "./chunks.ts";
import { contentOf, noteOf, noticeText, usageOf } from "./completion.ts";
import { openAiError } from "./errors.ts";
import { turnsStream, type TurnsStreamOptions } from "./turns-stream.ts";

export interface StreamingOptions extends Pick<TurnsStreamOptions, "keepAliveMs" | "leave"> {
  head: ChunkHead;
  includeUsage: boolean;
  /** The verdict is only JSON. */
  typed: boolean;
}

/** A debate as a streamed completion: the turns as reasoning while they are spoken, then the verdict. */
export function completionStream(
  live: Attended,
  { head, includeUsage, typed, ...options }: StreamingOptions,
): ReadableStream<Uint8Array> {
  return turnsStream(live, {
    ...options,
    opening: [chunk(head, { role: "assistant", content: "" })],
    said: (text) => chunk(head, { reasoning_content: text }),
    async ending() {
      try {
        const result = await live.result;
        return [
          chunk(head, { reasoning_content: noticeText(result) }),
          chunk(head, { content: contentOf(result, typed) }),
          chunk(head, {}, "stop", noteOf(result)),
          ...(includeUsage ? [usageChunk(head, usageOf(result))] : []),
          DONE,
        ];
      } catch (error) {
        return [data(openAiError(asHttpError(error)))];
      }
    },
  });
}
