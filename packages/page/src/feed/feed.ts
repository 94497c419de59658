import type { DebateEvent, StoredEvent, DeltaEvent } from "@rostrum/core/protocol";
import { type DebateRecord, fold, followTexts, type LiveTexts } from "@rostrum/core/record";

/** What is known about a debate at one moment. */
export interface Moment {
  events: readonly StoredEvent[];
  record: DebateRecord;
  live: LiveTexts;
}

/** Collects events and reports the state that they lead to, at most once per frame. */
export interface Feed {
  push(event: DebateEvent): void;
  /** Drops the texts in flight, because they are about to be sent again. */
  restart(): void;
}

/** `later` delays a task to the next frame. */
export function createFeed(
  tell: (moment: Moment) => void,
  later: (task: () => void) => void,
): Feed {
  const events: StoredEvent[] = [];
  const live = new Map<string, DeltaEvent>();
  let record: DebateRecord | null = null;
  let scheduled = false;

  function flush(): void {
    scheduled = false;
    record ??= fold(events);
    tell({ events: [...events], record, live: new Map(live) });
  }

  return {
    push(event) {
      followTexts(live, event);
      if (event.type !== "debate.delta") {
        // If a resumed run sends an event again, the old one and all after it are replaced.
        events.length = Math.min(events.length, event.seq);
        events.push(event);
        record = null;
      }
      if (scheduled || events.length === 0) return;
      scheduled = true;
      later(flush);
    },
    restart() {
      live.clear();
    },
  };
}
