import type { DebateEvent } from "../../protocol/events.ts";
import type { AwaitableDebate } from "../debates/live-debate.ts";
import { createFrameStream } from "../events/frame-stream.ts";
import { createTurns } from "./turns.ts";
import { verdictSoFar } from "./verdict-so-far.ts";

export interface TurnsStreamOptions {
  keepAliveMs: number;
  /** Sent at once. */
  opening: readonly Uint8Array[];
  /** Encodes what the debaters said. */
  said(text: string): Uint8Array;
  /** Encodes what the judge wrote; absent if its text may not be the answer. */
  decided?(text: string): readonly Uint8Array[];
  /** Sent when the debate is over. `sent`: what `decided` has encoded. */
  ending(sent: string): Promise<readonly Uint8Array[]>;
  /** Called when the client is gone. */
  leave(): void;
}

/**
 * A debate as a streamed answer: the turns while they are spoken, then what the ending says. Unread text is
 * kept as one string, no longer than the debate itself.
 */
export function turnsStream(
  live: AwaitableDebate,
  { keepAliveMs, opening, said, decided, ending, leave }: TurnsStreamOptions,
): ReadableStream<Uint8Array> {
  const turns = createTurns();
  const verdict = verdictSoFar();
  let unsent = "";
  let unsentVerdict = "";
  let heard = 0;

  function hear(events: readonly DebateEvent[]): void {
    for (const event of events) {
      if (decided) unsentVerdict += verdict.apply(event);
      if (!decided || !isInVerdict(event)) unsent += turns.apply(event);
    }
  }

  /** The judge's text is in the answer, so it is not repeated in the reasoning. */
  function isInVerdict(event: DebateEvent): boolean {
    if (event.type === "debate.delta") return verdict.open && event.source === "judge";
    return event.type === "debate.synthesized" && verdict.sent !== "";
  }

  function hearStored(): void {
    const news = live.events.slice(heard);
    heard = live.events.length;
    hear(news);
  }

  const { body } = createFrameStream(
    {
      follow(changed) {
        hearStored();
        hear(live.inFlight());
        return live.listen({
          changed() {
            hearStored();
            changed();
          },
          deltas(_frame, events) {
            hear(events);
            changed();
          },
        });
      },
      next() {
        const frames = [
          ...(unsent === "" ? [] : [said(unsent)]),
          ...(decided && unsentVerdict !== "" ? decided(unsentVerdict) : []),
        ];
        unsent = "";
        unsentVerdict = "";
        return frames;
      },
      isDone: () => live.over,
      ending: () => ending(verdict.sent),
    },
    { opening, keepAliveMs, onClose: (clientLeft) => clientLeft && leave() },
  );
  return body;
}
