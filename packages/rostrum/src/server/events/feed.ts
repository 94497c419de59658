import type { StoredEvent } from "../../protocol/events.ts";
import type { RunStore } from "../../protocol/journal.ts";
import type { LiveDebate } from "../debates/live-debate.ts";
import { publicEvent } from "../guard/public-words.ts";
import { sseFrame } from "./sse.ts";

/** A debate's events by number, encoded for sending, from wherever they are kept. */
export interface Feed {
  /** The events from a number on, as many as fit; empty if there is nothing new. */
  from(seq: number): Promise<Uint8Array[]> | Uint8Array[];
  /** No event will follow this number. */
  isEnd(seq: number): boolean;
  /** Calls back when there may be more. */
  listen(changed: () => void, deltas: (frame: Uint8Array) => void): () => void;
  /** The texts in flight, each as one piece. */
  inFlight(): Uint8Array[];
  /** The number of events so far. */
  count(): number;
}

/** Most bytes at once, so that a late reader gets the past in small pieces. */
const BATCH = 64;
const POLL_MS = 250;

/** From memory, as it happens. */
export function liveFeed(live: LiveDebate): Feed {
  const { events } = live;
  return {
    from(seq) {
      const last = Math.min(events.length, seq + BATCH);
      return Array.from({ length: Math.max(0, last - seq) }, (_, index) => live.frame(seq + index));
    },
    isEnd: (seq) => live.over && seq >= events.length,
    listen: (changed, deltas) => live.listen({ changed, deltas }),
    inFlight: () => live.inFlight().map(sseFrame),
    count: () => events.length,
  };
}

/** From the journal: a debate that is over, or one that another process runs. */
export function journalFeed(journal: RunStore, id: string, first: readonly StoredEvent[]): Feed {
  let count = first.length;
  let over = isLast(first.at(-1));

  return {
    async from(seq) {
      const events = await journal.eventsFrom(id, seq);
      // A run that was removed meanwhile ends here too.
      if (events === undefined) over = true;
      else if (events.length > 0) {
        count = seq + events.length;
        over = isLast(events.at(-1));
      }
      return (events ?? []).slice(0, BATCH).map((event) => sseFrame(publicEvent(event)));
    },
    isEnd: (seq) => over && seq >= count,
    listen(changed) {
      if (over) return () => undefined;
      const timer = setInterval(changed, POLL_MS);
      return () => clearInterval(timer);
    },
    inFlight: () => [],
    count: () => count,
  };
}

function isLast(event: StoredEvent | undefined): boolean {
  return event?.type === "debate.completed" || event?.type === "debate.failed";
}
