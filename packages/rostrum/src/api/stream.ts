import type { DebateEvent } from "../protocol/events.ts";
import { createLeaving, type Leaving } from "./leaving.ts";

/** Events as they happen, and the result they lead to. */
export interface DebateStream<R> extends AsyncIterable<DebateEvent> {
  result: Promise<R>;
}

/**
 * Starts the work at once and keeps its events until they are read. Leaving the loop aborts the work. If
 * nobody reads the result, its rejection is not unhandled.
 */
export function streamOf<R>(
  start: (listener: (event: DebateEvent) => void, leaving: Leaving) => Promise<R>,
): DebateStream<R> {
  const leaving = createLeaving();
  let queue: DebateEvent[] = [];
  let read = 0;
  let wake: (() => void) | null = null;
  let done = false;
  const notify = (): void => {
    wake?.();
    wake = null;
  };
  const result = start((event) => {
    queue.push(event);
    notify();
  }, leaving);
  const finish = (): void => {
    done = true;
    notify();
  };
  result.then(finish, finish);

  /** The next event that has already arrived. */
  function shift(): DebateEvent | undefined {
    const event = queue[read];
    if (event === undefined) {
      queue = [];
      read = 0;
    } else read += 1;
    return event;
  }

  const END: IteratorResult<DebateEvent, undefined> = { done: true, value: undefined };

  async function later(): Promise<IteratorResult<DebateEvent, undefined>> {
    for (;;) {
      const event = shift();
      if (event !== undefined) return { done: false, value: event };
      if (done) break;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    // A failed run throws here too: a loop that ends quietly must mean a finished debate.
    await result;
    return END;
  }

  /** A generator would go through three promises per event. */
  function iterator(): AsyncIterableIterator<DebateEvent, undefined> {
    let over = false;
    /** Calls of `next` that did not wait for the one before get their events in order. */
    let last: Promise<unknown> | null = null;
    const end = async (): Promise<IteratorResult<DebateEvent, undefined>> => {
      over = true;
      if (!done) leaving.leave();
      return END;
    };
    return {
      next() {
        if (over) return Promise.resolve(END);
        const event = last === null ? shift() : undefined;
        if (event !== undefined) return Promise.resolve({ done: false, value: event });
        const go = (): typeof END | ReturnType<typeof later> => (over ? END : later());
        const waiting = (last ?? Promise.resolve()).then(go, go).then(
          (next) => {
            if (next.done) over = true;
            if (last === waiting) last = null;
            return over ? END : next;
          },
          (error: unknown) => {
            over = true;
            throw error;
          },
        );
        last = waiting;
        return waiting;
      },
      return: end,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  return { result, [Symbol.asyncIterator]: iterator };
}
