import type { DebateEvent } from "@rostrum/core/protocol";
import { ApiError } from "./api-error.ts";
import { createUnexpectedResponse } from "./unexpected-response.ts";
import { openEvents } from "./endpoints.ts";
import { send } from "./request.ts";
import { serverEvents } from "./server-events.ts";

export interface Watcher {
  /** Called whenever the stream opens. Texts in flight are sent again from their beginning. */
  onOpen(): void;
  /** Called with events that arrived together. */
  onEvents(events: readonly DebateEvent[]): void;
  /** Called with the debate's position in the queue, from 1, and with null once it has started. */
  onQueued(position: number | null): void;
  /** Called if the server answers but its event stream is buffered on the way. */
  onBuffered(): void;
  /** Called when disconnected. Reconnects by itself. */
  onDisconnect(): void;
  onRefused(error: ApiError): void;
}

/** A server message about the queue. Not an event of the debate. */
interface QueuedNote {
  type: "rostrum.queued";
  place: number | null;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** The server sends past events at once, so a stream that is silent for this long is being buffered. */
const SILENT_MS = 6000;

/** Follows a debate to its end, across disconnections, without missing or repeating an event. */
export async function watchDebate(
  id: string,
  watcher: Watcher,
  signal: AbortSignal,
  open: typeof openEvents = openEvents,
): Promise<void> {
  let lastSeen = -1;
  let ended = false;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const silent = setTimeout(() => {
      void isServerReachable(signal).then(
        (well) => well && !signal.aborted && watcher.onBuffered(),
      );
    }, SILENT_MS);
    try {
      const response = await open(id, lastSeen, signal);
      if (response.status === 204 || !response.body) return;
      if (!/event-stream/.test(response.headers.get("content-type") ?? ""))
        throw createUnexpectedResponse(response);
      const firstBytes = onFirstBytes(() => {
        clearTimeout(silent);
        watcher.onOpen();
      });
      const pastCount = Number(response.headers.get("x-event-count"));
      const unshown: DebateEvent[] = [];
      let isPast = lastSeen + 1 < pastCount;
      for await (const arrived of serverEvents(response.body.pipeThrough(firstBytes))) {
        for (const data of arrived) {
          const event = JSON.parse(data) as DebateEvent | QueuedNote;
          if (event.type === "rostrum.queued") watcher.onQueued(event.place);
          else unshown.push(event);
        }
        const last = unshown.findLast((event) => event.type !== "debate.delta");
        // Past events are shown at once, not one by one as if the debate were running.
        isPast &&= last === undefined || last.seq + 1 < pastCount;
        if (isPast) continue;
        watcher.onEvents(unshown.splice(0));
        if (!last) continue;
        lastSeen = last.seq;
        pause = FIRST_PAUSE_MS;
        // More events may follow: a failed run can be resumed, and a finished one can be reviewed.
        ended = last.type === "debate.completed" || last.type === "debate.failed";
      }
      if (ended) return;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        watcher.onRefused(error);
        return;
      }
    } finally {
      clearTimeout(silent);
    }
    watcher.onDisconnect();
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(MAX_PAUSE_MS, pause * 2);
  }
}

/** Resolves to true if the server answers short requests. */
function isServerReachable(signal: AbortSignal): Promise<boolean> {
  return send("healthz", { signal }).then(
    () => true,
    () => false,
  );
}

/** Passes all bytes on, and calls back when the first arrive. */
function onFirstBytes(callback: () => void): TransformStream<Uint8Array, Uint8Array> {
  let hasCalled = false;
  return new TransformStream({
    transform(chunk, controller) {
      if (!hasCalled) callback();
      hasCalled = true;
      controller.enqueue(chunk);
    },
  });
}
