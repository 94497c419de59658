import type { DebateEvent } from "../../../rostrum/src/protocol/events.ts";

/** Texts that are being written, by round and source. */
export type LiveTexts = ReadonlyMap<string, string>;

export function liveKey(round: number, source: string): string {
  return `${round} ${source}`;
}

/** The texts in flight after one more event. */
export function withLive(texts: Map<string, string>, event: DebateEvent): void {
  switch (event.type) {
    case "debate.delta": {
      const key = liveKey(event.round, event.source);
      texts.set(key, (texts.get(key) ?? "") + event.text);
      break;
    }
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
