import type { DebateEvent, StoredEvent } from "../../protocol/events.ts";

/** Playback settings of a recorded debate. */
export interface Playback {
  /** Speed factor. Default 1. */
  speed?: number;
  /** Waits this many milliseconds. Returns `false` to stop the playback. */
  wait(ms: number): Promise<boolean>;
}

/** Time between pieces of a text. */
const PIECE_MS = 250;

/** Replays a finished debate: events at their times, and texts piece by piece. */
export async function* playRecorded(
  events: readonly StoredEvent[],
  { speed = 1, wait }: Playback,
): AsyncGenerator<DebateEvent, void, void> {
  const timeline = [...events, ...events.flatMap((event) => listDeltas(event, events))];
  // The sort is stable, so a text is complete before the event that reports it.
  timeline.sort((a, b) => a.at - b.at);
  let elapsed = 0;
  for (const event of timeline) {
    if (event.at > elapsed && !(await wait((event.at - elapsed) / speed))) return;
    elapsed = event.at;
    yield event;
  }
}

/** Splits the text of an event into deltas. */
function listDeltas(event: StoredEvent, events: readonly StoredEvent[]): DebateEvent[] {
  const reply = findText(event);
  if (reply === null) return [];
  const { round, source, text, startType: begins } = reply;
  const startedAt =
    events.findLast((candidate) => candidate.seq < event.seq && candidate.type === begins)?.at ?? 0;
  const count = Math.max(1, Math.floor((event.at - startedAt) / PIECE_MS));
  const textPieces = text.match(/\S+\s*/g) ?? [];
  return Array.from({ length: count }, (_, at): DebateEvent => {
    const cut = (piece: number): number => Math.round((piece * textPieces.length) / count);
    return {
      type: "debate.delta",
      debateId: event.debateId,
      // Ahead of the event itself, so that the last piece is visible before it.
      at: startedAt + ((event.at - startedAt) * (at + 0.5)) / count,
      round,
      source,
      text: textPieces.slice(cut(at), cut(at + 1)).join(""),
    };
  });
}

interface ReplyText {
  round: number;
  source: string;
  text: string;
  /** Type of the event that started the call. */
  startType: StoredEvent["type"];
}

function findText(event: StoredEvent): ReplyText | null {
  if (event.type === "debate.response") {
    const { round, debater: source, text } = event;
    return { round, source, text, startType: "debate.round_started" };
  }
  if (event.type !== "debate.synthesized" || event.judgment === undefined) return null;
  return { round: 0, source: "judge", text: event.judgment, startType: "debate.judging" };
}
