import type { DebateEvent, DeltaEvent } from "../protocol/events.ts";

type EndOfCall = Extract<
  DebateEvent,
  { type: "debate.response" | "debate.debater_failed" | "debate.debater_cancelled" }
>;

export function isEndOfCall(event: DebateEvent): event is EndOfCall {
  return (
    event.type === "debate.response" ||
    event.type === "debate.debater_failed" ||
    event.type === "debate.debater_cancelled"
  );
}

/** Texts that are being written, by round and source. */
export type LiveTexts = ReadonlyMap<string, DeltaEvent>;

/** Key of a debater's, the judge's or the router's text. */
export function formatLiveKey(round: number, source: string): string {
  return `${round} ${source}`;
}

/**
 * Appends a piece to the text that it continues, or replaces the text that it doesn't continue. `at` remains
 * the time of the first piece.
 */
export function addDelta(texts: Map<string, DeltaEvent>, piece: DeltaEvent): void {
  const key = formatLiveKey(piece.round, piece.source);
  const current = texts.get(key);
  const updated = current && !piece.isNew ? { ...current, text: current.text + piece.text } : piece;
  texts.set(key, current ? { ...updated, at: current.at } : updated);
}

/** Updates the live texts after an event. A delta extends a text, and a complete reply removes it. */
export function followTexts(texts: Map<string, DeltaEvent>, event: DebateEvent): void {
  switch (event.type) {
    case "debate.delta":
      addDelta(texts, event);
      break;
    case "debate.response":
    case "debate.debater_failed":
    case "debate.debater_cancelled":
      texts.delete(formatLiveKey(event.round, event.debater));
      break;
    case "debate.routed":
    case "debate.synthesized":
    case "debate.completed":
    case "debate.failed":
      texts.clear();
      break;
    default:
  }
}
