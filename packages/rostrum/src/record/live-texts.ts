import type { DebateEvent, DeltaEvent } from "../protocol/events.ts";

/** The texts that are being written at this moment, by round and source; each as one piece. */
export type LiveTexts = ReadonlyMap<string, DeltaEvent>;

/** Where the text of a debater, the judge or the router is found. */
export function liveKey(round: number, source: string): string {
  return `${round} ${source}`;
}

/** Adds a piece to the text that it continues. The moment is that of the text's first piece. */
export function addDelta(texts: Map<string, DeltaEvent>, piece: DeltaEvent): void {
  const key = liveKey(piece.round, piece.source);
  const before = texts.get(key);
  texts.set(key, before ? { ...piece, at: before.at, text: before.text + piece.text } : piece);
}

/** What is being written after one more event: pieces grow it, and what has been said in full leaves it. */
export function followTexts(texts: Map<string, DeltaEvent>, event: DebateEvent): void {
  switch (event.type) {
    case "debate.delta":
      addDelta(texts, event);
      break;
    case "debate.response":
    case "debate.debater_failed":
      texts.delete(liveKey(event.round, event.debater));
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
