import type { DebateEvent } from "../../protocol/events.ts";
import type { Attended } from "../debates/attended.ts";
import { createBell } from "../events/bell.ts";
import { KEEP_ALIVE } from "../events/sse.ts";
import { asHttpError } from "../http-error.ts";
import { chunk, data, DONE, usageChunk, type ChunkHead } from "./chunks.ts";
import { contentOf, noteOf, noticeText, usageOf } from "./completion.ts";
import { openAiError } from "./errors.ts";
import { createTurns } from "./turns.ts";

export interface StreamingOptions {
  head: ChunkHead;
  includeUsage: boolean;
  keepAliveMs: number;
  /** The verdict is only JSON. */
  typed: boolean;
  /** Called when the reader is gone. */
  leave(): void;
}

/**
 * A debate as a streamed completion: the turns as reasoning while they are spoken, then the verdict.
 * Unread text is kept as one string, no longer than the debate itself.
 */
export function completionStream(
  live: Attended,
  options: StreamingOptions,
): ReadableStream<Uint8Array> {
  const { head, includeUsage, keepAliveMs, typed, leave } = options;
  const turns = createTurns();
  const bell = createBell();
  let reasoning = "";
  let heard = 0;

  function hear(events: readonly DebateEvent[]): void {
    for (const event of events) reasoning += turns.apply(event);
    bell.ring();
  }
  function changed(): void {
    const news = live.events.slice(heard);
    heard = live.events.length;
    hear(news);
  }

  changed();
  hear(live.inFlight());
  const forget = live.listen({ changed, deltas: (_frame, events) => hear(events) });

  async function ending(): Promise<Uint8Array[]> {
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
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(chunk(head, { role: "assistant", content: "" }));
      },
      async pull(controller) {
        for (;;) {
          const text = reasoning;
          reasoning = "";
          if (text !== "") return controller.enqueue(chunk(head, { reasoning_content: text }));
          if (live.over) break;
          if (!(await bell.wait(keepAliveMs))) return controller.enqueue(KEEP_ALIVE);
        }
        forget();
        for (const part of await ending()) controller.enqueue(part);
        controller.close();
      },
      cancel() {
        forget();
        leave();
      },
    },
    { highWaterMark: 0 },
  );
}
