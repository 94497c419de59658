import type { DebateEvent } from "../../protocol/events.ts";
import type { Attended } from "../debates/attended.ts";
import { createBell } from "../events/bell.ts";
import { KEEP_ALIVE } from "../events/sse.ts";
import { createTurns } from "./turns.ts";

export interface TurnsStreamOptions {
  keepAliveMs: number;
  /** Sent at once. */
  opening: readonly Uint8Array[];
  /** Sends what the debaters said. */
  said(text: string): Uint8Array;
  /** Sent when the debate is over. */
  ending(): Promise<readonly Uint8Array[]>;
  /** Called when the reader is gone. */
  leave(): void;
}

/**
 * A debate as a streamed answer: the turns while they are spoken, then what the ending says. Unread text is
 * kept as one string, no longer than the debate itself.
 */
export function turnsStream(
  live: Attended,
  { keepAliveMs, opening, said, ending, leave }: TurnsStreamOptions,
): ReadableStream<Uint8Array> {
  const turns = createTurns();
  const bell = createBell();
  let unsent = "";
  let heard = 0;

  function hear(events: readonly DebateEvent[]): void {
    for (const event of events) unsent += turns.apply(event);
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

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        for (const part of opening) controller.enqueue(part);
      },
      async pull(controller) {
        for (;;) {
          const text = unsent;
          unsent = "";
          if (text !== "") return controller.enqueue(said(text));
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
