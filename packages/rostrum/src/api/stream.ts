import type { DebateEvent } from "../protocol/events.ts";

/** Events as they happen, and the result they lead to. */
export interface DebateStream<R> extends AsyncIterable<DebateEvent> {
  result: Promise<R>;
}

/**
 * Starts the work at once and keeps its events until they are read. Leaving the loop aborts the work. If
 * nobody reads the result, its rejection is not unhandled.
 */
export function streamOf<R>(
  start: (listener: (event: DebateEvent) => void, signal: AbortSignal) => Promise<R>,
): DebateStream<R> {
  const leave = new AbortController();
  const queue: DebateEvent[] = [];
  let wake: (() => void) | null = null;
  let done = false;
  const notify = (): void => {
    wake?.();
    wake = null;
  };
  const result = start((event) => {
    queue.push(event);
    notify();
  }, leave.signal);
  const finish = (): void => {
    done = true;
    notify();
  };
  result.then(finish, finish);

  return {
    result,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          for (let event = queue.shift(); event; event = queue.shift()) yield event;
          if (done) break;
          await new Promise<void>((resolve) => (wake = resolve));
        }
        // A failed run throws here too: a loop that ends quietly must mean a finished debate.
        await result;
      } finally {
        if (!done) leave.abort();
      }
    },
  };
}
