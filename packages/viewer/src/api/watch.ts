import type { DebateEvent } from "../../../rostrum/src/protocol/events.ts";
import { ApiError } from "./api-error.ts";
import { openEvents } from "./endpoints.ts";
import { serverEvents } from "./server-events.ts";

export interface Watcher {
  /** The stream is open, for the first time or again. Texts in flight start from their beginning. */
  opened(): void;
  event(event: DebateEvent): void;
  /** Disconnected; it reconnects by itself. */
  lost(): void;
  /** The server refused. */
  refused(error: ApiError): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** Follows a debate to its end, across disconnections, with no event missing or repeated. */
export async function watchDebate(
  id: string,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<void> {
  let lastSeen = -1;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const response = await openEvents(id, lastSeen, signal);
      if (response.status === 204 || !response.body) return;
      watcher.opened();
      for await (const data of serverEvents(response.body)) {
        const event = JSON.parse(data) as DebateEvent;
        watcher.event(event);
        if (event.type === "debate.delta") continue;
        lastSeen = event.seq;
        pause = FIRST_PAUSE_MS;
        if (event.type === "debate.completed" || event.type === "debate.failed") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
        watcher.refused(error);
        return;
      }
    }
    watcher.lost();
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}
