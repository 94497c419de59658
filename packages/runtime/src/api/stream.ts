import type { DebateEvent } from "@rostrum/core/protocol";

/** Events as they happen, and the result they lead to. */
export interface DebateStream<R> extends AsyncIterable<DebateEvent> {
  result: Promise<R>;
}

/**
 * Starts the work at once and keeps its events until they are read. Leaving the loop aborts the work. If
 * nobody reads the result, its rejection is not unhandled.
 */
export function createStream<R>(
  start: (listener: (event: DebateEvent) => void, signal: AbortSignal) => Promise<R>,
): DebateStream<R> {
  const reader = new AbortController();
  const queue: DebateEvent[] = [];
  let change = Promise.withResolvers<void>();
  let done = false;
  const notify = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const result = start((event) => {
    queue.push(event);
    notify();
  }, reader.signal);
  const finish = (): void => {
    done = true;
    notify();
  };
  result.then(finish, finish);

  async function* read(): AsyncGenerator<DebateEvent, undefined> {
    for (;;) {
      const event = queue.shift();
      if (event !== undefined) yield event;
      else if (done) break;
      else await change.promise;
    }
    // A failed run throws here too: a loop that ends quietly must mean a finished debate.
    await result;
    return undefined;
  }

  function iterator(): AsyncIterableIterator<DebateEvent, undefined> {
    const events = read();
    return {
      next: () => events.next(),
      return() {
        // First, because a generator that waits for an event returns only after it.
        if (!done) reader.abort();
        return events.return(undefined);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  return { result, [Symbol.asyncIterator]: iterator };
}
