import type { DeltaEvent, StoredEvent, DebateResult } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fold, followTexts } from "@rostrum/core/record";
import { encodeEvent } from "../events/sse.ts";
import { findStatus, HttpError } from "../http-error.ts";
import { toPublicEvent } from "../public-text.ts";
import type { AwaitableDebate, LiveDebate, LiveListener } from "./live-debate.ts";

/** Debate that is read from the journal: it is over, or another process runs it. */
export interface RemoteDebate extends AwaitableDebate, Pick<LiveDebate, "frame"> {}

/** Finds a debate of another process; null if there is none. All local watchers share one reader. */
export type FindRemote = (id: string) => Promise<RemoteDebate | null>;

/** Poll interval for journals that don't notify about new events. */
const POLL_MS = 250;

export function createFindRemote(store: RunStore): FindRemote {
  const followed = new Map<string, RemoteDebate>();
  return async (id) => {
    const followedDebate = followed.get(id);
    if (followedDebate) return followedDebate;
    const events = await store.eventsFrom(id, 0);
    if (!events) return null;
    return followed.get(id) ?? createRemoteDebate(store, id, events, followed);
  };
}

function createRemoteDebate(
  store: RunStore,
  id: string,
  storedEvents: readonly StoredEvent[],
  followed: Map<string, RemoteDebate>,
): RemoteDebate {
  const events = storedEvents.map(toPublicEvent);
  const frames: Uint8Array[] = [];
  const texts = new Map<string, DeltaEvent>();
  const listeners = new Set<LiveListener>();
  let over = isFinal(events.at(-1));
  let reading: Promise<void> | null = null;
  let readAgain = false;
  let result: AwaitableDebate["result"] | undefined;
  let stop: () => void = () => undefined;

  function notifyListeners(): void {
    for (const listener of [...listeners]) listener.changed();
  }

  async function read(): Promise<void> {
    do {
      readAgain = false;
      const newEvents = await store.eventsFrom(id, events.length);
      // A run that was removed meanwhile ends here too.
      if (newEvents === undefined) over = true;
      for (const event of (newEvents ?? []).map(toPublicEvent)) {
        followTexts(texts, event);
        events.push(event);
      }
      if (newEvents?.length !== 0) {
        over ||= isFinal(events.at(-1));
        notifyListeners();
      }
    } while (readAgain && !over);
  }

  function scheduleRead(): void {
    readAgain = true;
    // The journal may be briefly unavailable: the next read tries again.
    reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = null));
  }

  function applyDeltas(deltas: readonly DeltaEvent[]): void {
    for (const delta of deltas) followTexts(texts, delta);
    for (const listener of listeners) listener.deltas?.(deltas);
  }

  function follow(): () => void {
    if (store.peers) return store.peers.follow(id, { changed: scheduleRead, deltas: applyDeltas });
    const timer = setInterval(scheduleRead, POLL_MS);
    return () => clearInterval(timer);
  }

  const debate: RemoteDebate = {
    id,
    events,
    get over() {
      return over;
    },
    get result() {
      result ??= waitForEnd().then(() => readResult(events));
      result.catch(() => undefined);
      return result;
    },
    frame: (seq) => (frames[seq] ??= encodeEvent(events[seq] as StoredEvent)),
    inFlight: () => [...texts.values()],
    listen(listener) {
      if (over) return () => undefined;
      listeners.add(listener);
      if (listeners.size === 1) {
        followed.set(id, debate);
        stop = follow();
        scheduleRead();
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        stop();
        followed.delete(id);
      };
    },
  };

  async function waitForEnd(): Promise<void> {
    if (over) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const forget = debate.listen({ changed: () => over && resolve() });
    await promise;
    forget();
  }

  return debate;
}

function isFinal(event: StoredEvent | undefined): boolean {
  return event?.type === "debate.completed" || event?.type === "debate.failed";
}

/** The result of a debate that is over. Rejects with the error that it ended with. */
async function readResult(events: readonly StoredEvent[]): Promise<DebateResult<unknown>> {
  const { result, status, error } = fold(events);
  if (status === "completed") return result;
  const { name = "", code = "failed", message = "the debate failed" } = error ?? {};
  throw new HttpError(findStatus(name), code, message);
}
