import type { Context } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { DebateService } from "../debates/debate-service.ts";
import { HttpError } from "../http-error.ts";
import { eventStream } from "./event-stream.ts";
import { feedOf } from "./feed.ts";
import { createInTurn } from "./in-turn.ts";
import { readerOf } from "./reader.ts";
import { queuedFrame } from "./sse.ts";

export interface WatchOptions {
  service: DebateService;
  /** Most readers at once. */
  watchers: number;
  keepAliveMs: number;
  stallMs: number;
}

/** Answers with a debate's events: first the past from where the reader stopped, then new events. */
export interface Watch {
  (c: Context<AppEnv>, id: string, lastSeen: number): Promise<Response>;
  /** The number of current readers. */
  readonly count: () => number;
  /** Ends every stream. Readers reconnect to the next server. */
  closeAll(): void;
}

export function createWatch({ service, watchers, keepAliveMs, stallMs }: WatchOptions): Watch {
  const open = new Set<() => void>();
  const inTurn = createInTurn();

  async function watch(c: Context<AppEnv>, id: string, lastSeen: number): Promise<Response> {
    if (open.size >= watchers) {
      throw new HttpError(
        503,
        "too_many_watchers",
        `${watchers} readers are watching, which is the limit`,
        {
          retryAfter: 5,
        },
      );
    }
    const debate = await service.find(id);
    if (!debate) throw new HttpError(404, "not_found", `there is no debate "${id}"`);
    const place = service.placeOf(id);
    const feed = feedOf(debate, place === null ? [] : [queuedFrame(id, place)]);
    const first = lastSeen + 1;
    // An EventSource reconnects after the end unless it gets a 204.
    if (feed.isEnd(first) && lastSeen >= 0) return c.body(null, 204);
    const headers = {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // Proxies that buffer a response would delay the events.
      "x-accel-buffering": "no",
    };
    // Nobody reads the stream of a HEAD request, so it would occupy a watcher's place forever.
    if (c.req.method === "HEAD") return c.body(null, 200, headers);
    const stream = eventStream(readerOf(feed, first), {
      keepAliveMs,
      stallMs,
      inTurn,
      cutOff: () => (c.env?.outgoing ? c.env.outgoing.destroy() : stream.end()),
      onClose: () => open.delete(stream.end),
    });
    open.add(stream.end);
    return c.body(stream.body, 200, headers);
  }

  return Object.assign(watch, {
    count: () => open.size,
    closeAll: () => [...open].forEach((end) => end()),
  });
}
