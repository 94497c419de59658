import type { DebateEvent, DeltaEvent, StoredEvent } from "../../../rostrum/src/protocol/events.ts";
import {
  fold,
  followTexts,
  type DebateRecord,
  type LiveTexts,
} from "../../../rostrum/src/record/index.ts";

/** What is known of a debate at one moment. */
export interface Moment {
  events: readonly StoredEvent[];
  record: DebateRecord;
  live: LiveTexts;
}

/** Gathers events and tells what they amount to, at most once a frame. */
export interface Feed {
  push(event: DebateEvent): void;
  /** Forgets the texts in flight: they are about to be told again. */
  restart(): void;
}

/** `later` puts a task off to the next frame. */
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
        // A run that was resumed tells an event again: it and all after it are replaced.
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
