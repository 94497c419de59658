import type { DebateEvent, DeltaEvent } from "../protocol/events.ts";

/** An event that ends a debater's call. */
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

/** The texts that are being written at this moment, by round and source. */
export type LiveTexts = ReadonlyMap<string, DeltaEvent>;

/** The key of a debater's, the judge's or the router's text. */
export function formatLiveKey(round: number, source: string): string {
  return `${round} ${source}`;
}

/**
 * Adds a piece to the text that it continues, or puts it in place of the text that it doesn't continue. `at` stays the
 * time of the first piece.
 */
export function addDelta(texts: Map<string, DeltaEvent>, piece: DeltaEvent): void {
  const key = formatLiveKey(piece.round, piece.source);
  const before = texts.get(key);
  const continued = before && !piece.isNew ? { ...before, text: before.text + piece.text } : piece;
  texts.set(key, before ? { ...continued, at: before.at } : continued);
}

/** The live texts after one more event. A delta extends one, and a complete reply removes one. */
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
