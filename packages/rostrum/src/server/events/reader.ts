import { deltaBuffer } from "./delta-buffer.ts";
import type { Feed } from "./feed.ts";

/**
 * One reader of a debate. It keeps only a position in the log: events are passed on when they are asked
 * for, so a reader that doesn't read costs no memory.
 */
export interface Reader {
  /** Calls back when there may be more to send; returns a function that unsubscribes. */
  follow(changed: () => void): () => void;
  /** What can be sent at once, in the order in which it happened. */
  ready(): Uint8Array[];
  /** There is more than the last call of `ready` returned. */
  readonly behind: boolean;
  /** Everything was passed on, and nothing will follow. */
  readonly done: boolean;
}

const DELTA_BYTES = 64 * 1024;

/** `first`: the number of the first event that is wanted. */
export function readerOf(feed: Feed, first: number): Reader {
  const deltas = deltaBuffer(DELTA_BYTES);
  let next = first;
  return {
    follow(changed) {
      const forget = feed.listen(changed, (frame) => {
        deltas.add(frame, feed.count());
        changed();
      });
      // Synchronously, so that a reader that joins in the middle misses nothing.
      for (const frame of feed.inFlight()) deltas.add(frame, feed.count());
      return forget;
    },
    ready() {
      const frames: Uint8Array[] = [];
      for (const frame of feed.from(next)) {
        frames.push(...deltas.take(next), frame);
        next += 1;
      }
      // Pieces that belong after events that were not sent yet wait for those events.
      if (next >= feed.count()) frames.push(...deltas.take(next));
      return frames;
    },
    get behind() {
      return next < feed.count();
    },
    get done() {
      return feed.isEnd(next);
    },
  };
}
