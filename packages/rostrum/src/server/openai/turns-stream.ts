import type { DebateEvent } from "../../protocol/events.ts";
import type { Attended } from "../debates/attended.ts";
import { createBell } from "../events/bell.ts";
import { KEEP_ALIVE } from "../events/sse.ts";
import { createTurns } from "./turns.ts";
import { verdictSoFar } from "./verdict-so-far.ts";

export interface TurnsStreamOptions {
  keepAliveMs: number;
  /** Sent at once. */
  opening: readonly Uint8Array[];
  /** Sends what the debaters said. */
  said(text: string): Uint8Array;
  /** Sends what the judge wrote; absent if its text may not be the answer. */
  decided?(text: string): readonly Uint8Array[];
  /** Sent when the debate is over. `sent`: what `decided` has sent. */
  ending(sent: string): Promise<readonly Uint8Array[]>;
  /** Called when the reader is gone. */
  leave(): void;
}

/**
 * A debate as a streamed answer: the turns while they are spoken, then what the ending says. Unread text is
 * kept as one string, no longer than the debate itself.
 */
export function turnsStream(
  live: Attended,
  { keepAliveMs, opening, said, decided, ending, leave }: TurnsStreamOptions,
): ReadableStream<Uint8Array> {
  const turns = createTurns();
  const bell = createBell();
  const verdict = verdictSoFar();
  let unsent = "";
  let unsentVerdict = "";
  let heard = 0;

  function hear(events: readonly DebateEvent[]): void {
    for (const event of events) {
      if (decided) unsentVerdict += verdict.apply(event);
      if (!decided || !isTold(event)) unsent += turns.apply(event);
    }
    bell.ring();
  }
  /** The judge's text is in the answer, so it is not repeated in the reasoning. */
  function isTold(event: DebateEvent): boolean {
    if (event.type === "debate.delta") return verdict.open && event.source === "judge";
    return event.type === "debate.synthesized" && verdict.sent !== "";
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
          const words = unsentVerdict;
          unsentVerdict = "";
          if (decided && words !== "") {
            for (const part of decided(words)) controller.enqueue(part);
            return;
          }
          if (live.over) break;
          if (!(await bell.wait(keepAliveMs))) return controller.enqueue(KEEP_ALIVE);
        }
        forget();
        for (const part of await ending(verdict.sent)) controller.enqueue(part);
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
