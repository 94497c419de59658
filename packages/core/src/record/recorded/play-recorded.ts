import type { DebateEvent, StoredEvent } from "../../protocol/events.ts";

/** How a recorded debate is shown. */
export interface Playing {
  /** How many times faster than it was. Default 1. */
  speed?: number;
  /** Waits this many milliseconds; `false`: nobody watches any more. */
  wait(ms: number): Promise<boolean>;
}

/** A text grows by this many milliseconds' worth at a time. */
const PIECE_MS = 250;

/** A finished debate as it went: its events at their moments, and the texts as they grew. */
export async function* playRecorded(
  events: readonly StoredEvent[],
  { speed = 1, wait }: Playing,
): AsyncGenerator<DebateEvent, void, void> {
  const timeline = [...events, ...events.flatMap((event) => listDeltas(event, events))];
  // The sort is stable, and a text is complete before the event that reports it.
  timeline.sort((a, b) => a.at - b.at);
  let now = 0;
  for (const event of timeline) {
    if (event.at > now && !(await wait((event.at - now) / speed))) return;
    now = event.at;
    yield event;
  }
}

/** The pieces in which the text of an event arrived. */
function listDeltas(event: StoredEvent, events: readonly StoredEvent[]): DebateEvent[] {
  const spoken = findText(event);
  if (spoken === null) return [];
  const { round, source, text, begins } = spoken;
  const begun = events.findLast((each) => each.seq < event.seq && each.type === begins)?.at ?? 0;
  const count = Math.max(1, Math.floor((event.at - begun) / PIECE_MS));
  const words = text.match(/\S+\s*/g) ?? [];
  return Array.from({ length: count }, (_, at): DebateEvent => {
    const cut = (piece: number): number => Math.round((piece * words.length) / count);
    return {
      type: "debate.delta",
      debateId: event.debateId,
      // Before the event itself: the last piece is not held back for it.
      at: begun + ((event.at - begun) * (at + 0.5)) / count,
      round,
      source,
      text: words.slice(cut(at), cut(at + 1)).join(""),
    };
  });
}

interface Spoken {
  round: number;
  source: string;
  text: string;
  /** The event with which the call began. */
  begins: StoredEvent["type"];
}

function findText(event: StoredEvent): Spoken | null {
  if (event.type === "debate.response") {
    const { round, debater: source, text } = event;
    return { round, source, text, begins: "debate.round_started" };
  }
  if (event.type !== "debate.synthesized" || event.judgment === undefined) return null;
  return { round: 0, source: "judge", text: event.judgment, begins: "debate.judging" };
}
