import type { Context } from "hono";
import { noSuchDebate } from "./access-gate.ts";
import type { AppEnv } from "../app-env.ts";
import type { DebateService } from "./debate-service.ts";
import type { RemoteDebate } from "./remote-debate.ts";
import { HttpError } from "../http-error.ts";
import type { ServerLimits } from "../options.ts";
import { createDeltaBuffer } from "../events/delta-buffer.ts";
import { createFrameStream, type FrameSource } from "../events/frame-stream.ts";
import { encodeEvent, encodeQueuePlace, RETRY, STREAM_HEADERS } from "../events/sse.ts";

/** Answers with a debate's events: first the past from where the reader stopped, then new events. */
export interface Watch {
  (c: Context<AppEnv>, id: string, lastSeen: number): Promise<Response>;
  /** The number of current readers. */
  readonly count: () => number;
  /** Ends every stream. Readers reconnect to the next server. */
  closeAll(): void;
}

export function createWatch(
  service: DebateService,
  { watchers, keepAliveMs, stallMs }: Required<ServerLimits>,
): Watch {
  const open = new Set<() => void>();

  async function watch(c: Context<AppEnv>, id: string, lastSeen: number): Promise<Response> {
    if (open.size >= watchers) {
      const message = `${watchers} readers are watching, which is the limit`;
      throw new HttpError(503, "too_many_watchers", message, { retryAfter: 5 });
    }
    const debate = await service.find(id);
    if (!debate) throw noSuchDebate(id);
    const place = service.findPlace(id);
    const notes = place === null ? [] : [encodeQueuePlace(id, place)];
    const source = readEvents(debate, lastSeen + 1, notes);
    // An EventSource reconnects after the end unless it gets a 204.
    if (source.isDone() && lastSeen >= 0) return c.body(null, 204);
    // Nobody reads the stream of a HEAD request, so it would occupy a watcher's place forever.
    if (c.req.method === "HEAD") return c.body(null, 200, STREAM_HEADERS);
    const stream = createFrameStream(source, {
      opening: [RETRY],
      keepAliveMs,
      // Closing the stream would wait until the client has read everything.
      stall: {
        ms: stallMs,
        cutOff: () => (c.env?.outgoing ? c.env.outgoing.destroy() : stream.end()),
      },
      onClose: () => open.delete(stream.end),
    });
    open.add(stream.end);
    return c.body(stream.body, 200, STREAM_HEADERS);
  }

  return Object.assign(watch, {
    count: () => open.size,
    closeAll: () => [...open].forEach((end) => end()),
  });
}

const DELTA_BYTES = 64 * 1024;
/** Most events at once, so that a late reader gets the past in small pieces. */
const BATCH = 64;

/**
 * A debate's events from the number `first` on, with the texts in flight. It keeps only a position in the log: a
 * reader that doesn't read costs no memory.
 */
function readEvents(
  debate: RemoteDebate,
  first: number,
  notes: readonly Uint8Array[],
): FrameSource {
  const { events } = debate;
  const deltas = createDeltaBuffer(DELTA_BYTES);
  let next = first;
  return {
    follow(changed) {
      const unfollow = debate.listen({
        changed,
        deltas(frame) {
          deltas.add(frame, events.length);
          changed();
        },
      });
      // Synchronously, so that a reader that joins in the middle misses nothing.
      for (const frame of [...notes, ...debate.inFlight().map(encodeEvent)])
        deltas.add(frame, events.length);
      return unfollow;
    },
    next() {
      const frames: Uint8Array[] = [];
      const end = Math.min(events.length, next + BATCH);
      for (; next < end; next++) frames.push(...deltas.take(next), debate.frame(next));
      // Pieces that belong after events that were not sent yet wait for those events.
      if (next >= events.length) frames.push(...deltas.take(next));
      return frames;
    },
    isDone: () => debate.over && next >= events.length,
  };
}
