import { useEffect, useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";
import { watchDebate } from "../api/watch.ts";
import { createFeed, type DebateSnapshot } from "./feed.ts";

export interface Watched {
  snapshot: DebateSnapshot | null;
  /** The page has lost its connection to the server and is reconnecting. */
  isDisconnected: boolean;
  /** The server answers, but a proxy buffers the event stream. */
  isBuffered: boolean;
  /** Position in the server's queue, from 1. Null if the debate isn't in the queue. */
  queuePosition: number | null;
  /** Reason for which there is nothing to show. */
  error: string | null;
  /** The server has no such debate, or doesn't show it to this user. */
  isMissing: boolean;
}

const NOTHING: Watched = {
  snapshot: null,
  isDisconnected: false,
  isBuffered: false,
  queuePosition: null,
  error: null,
  isMissing: false,
};

/** Watches a debate while it is on the page. `reload` checks a finished debate for new events. */
export function useDebate(id: string): Watched & { reload(): void } {
  const [count, setCount] = useState(0);
  const [watched, setWatched] = useState<Watched & { id: string }>({ ...NOTHING, id });
  useEffect(() => {
    const leaving = new AbortController();
    const change = (changes: Partial<Watched>): void => {
      if (leaving.signal.aborted) return;
      setWatched((before) => ({ ...(before.id === id ? before : NOTHING), ...changes, id }));
    };
    const feed = createFeed((snapshot) => change({ snapshot }));
    void watchDebate(
      id,
      {
        onOpen() {
          feed.restart();
          change({ isDisconnected: false, isBuffered: false, error: null, isMissing: false });
        },
        onEvents: feed.push,
        onQueued: (queuePosition) => change({ queuePosition }),
        onBuffered: () => change({ isBuffered: true }),
        onDisconnect: () => change({ isDisconnected: true }),
        onRefused: (error) =>
          change({ error: describeError(error), isMissing: error.status === 404 }),
      },
      leaving.signal,
    );
    return () => leaving.abort();
  }, [id, count]);
  return { ...(watched.id === id ? watched : NOTHING), reload: () => setCount((n) => n + 1) };
}
