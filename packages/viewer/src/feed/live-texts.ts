import type { DebateEvent } from "../../../rostrum/src/protocol/events.ts";

/** A text that is being written. */
export interface LiveText {
  text: string;
  /** The call has ended; its reply follows. */
  done: boolean;
}

/** By round and source. */
export type LiveTexts = ReadonlyMap<string, LiveText>;

export function liveKey(round: number, source: string): string {
  return `${round} ${source}`;
}

/** The texts in flight after one more event. */
export function withLive(texts: Map<string, LiveText>, event: DebateEvent): void {
  switch (event.type) {
    case "debate.delta": {
      const key = liveKey(event.round, event.source);
      const before = texts.get(key)?.text ?? "";
      texts.set(key, { text: before + event.text, done: event.done === true });
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
