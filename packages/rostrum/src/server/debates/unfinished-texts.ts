import type { DebateEvent, DeltaEvent } from "../../protocol/events.ts";

/** The texts that are being written at this moment. */
export interface UnfinishedTexts {
  apply(event: DebateEvent): void;
  all(): DeltaEvent[];
}

export function createUnfinishedTexts(): UnfinishedTexts {
  const texts = new Map<string, DeltaEvent>();
  return {
    apply(event) {
      switch (event.type) {
        case "debate.delta": {
          const key = `${event.round} ${event.source}`;
          const before = texts.get(key);
          texts.set(key, before ? { ...event, text: before.text + event.text } : event);
          return;
        }
        case "debate.response":
        case "debate.debater_failed":
          texts.delete(`${event.round} ${event.debater}`);
          return;
        case "debate.routed":
        case "debate.synthesized":
        case "debate.completed":
        case "debate.failed":
          texts.clear();
          return;
        default:
      }
    },
    all: () => [...texts.values()],
  };
}
