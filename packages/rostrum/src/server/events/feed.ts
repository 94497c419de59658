import type { RemoteDebate } from "../debates/remote-debate.ts";
import { sseFrame } from "./sse.ts";

/** A debate's events by number, encoded for sending, from wherever they are kept. */
export interface Feed {
  /** The events from a number on, as many as fit; empty if there is nothing new. */
  from(seq: number): Uint8Array[];
  /** No event will follow this number. */
  isEnd(seq: number): boolean;
  /** Calls back when there may be more. */
  listen(changed: () => void, deltas: (frame: Uint8Array) => void): () => void;
  /** The texts in flight, each as one piece, and notes for a reader that joins now. */
  inFlight(): Uint8Array[];
  /** The number of events so far. */
  count(): number;
}

/** Most bytes at once, so that a late reader gets the past in small pieces. */
const BATCH = 64;
/** From memory, as it happens here or is heard of. */
export function feedOf(live: RemoteDebate, notes: readonly Uint8Array[] = []): Feed {
  const { events } = live;
  return {
    from(seq) {
      const last = Math.min(events.length, seq + BATCH);
      return Array.from({ length: Math.max(0, last - seq) }, (_, index) => live.frame(seq + index));
    },
    isEnd: (seq) => live.over && seq >= events.length,
    listen: (changed, deltas) => live.listen({ changed, deltas }),
    inFlight: () => [...notes, ...live.inFlight().map(sseFrame)],
    count: () => events.length,
  };
}
