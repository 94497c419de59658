import type { Context } from "hono";
import { formatCount } from "@rostrum/core/export";
import { formatLiveKey } from "@rostrum/core/record";
import { noSuchDebate } from "./access-gate.ts";
import type { AppEnv } from "../app-env.ts";
import type { DebateService } from "./debate-service.ts";
import type { RemoteDebate } from "./remote-debate.ts";
import { HttpError } from "../http-error.ts";
import type { ServerLimits } from "../options.ts";
import { createFrameStream, type FrameSource } from "../events/frame-stream.ts";
import { encodeEvent, encodeQueuePlace, RETRY, STREAM_HEADERS } from "../events/sse.ts";

const RETRY_SECONDS = 5;

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
    const debate = await service.find(id);
    if (!debate) throw noSuchDebate(id);
    const source = readEvents(debate, lastSeen + 1, () => service.findPlace(id));
    // An EventSource reconnects after the end unless it gets a 204.
    if (source.isDone() && lastSeen >= 0) return c.body(null, 204);
    // A HEAD request never reads its stream, so it would occupy a watcher's place forever.
    if (c.req.method === "HEAD") return c.body(null, 200, STREAM_HEADERS);
    // No await from here until the stream is counted, or a burst of readers could exceed the limit.
    if (open.size >= watchers) {
      const message = `at most ${formatCount(watchers, "event stream")} can be open at once: try again in ${RETRY_SECONDS} s`;
      throw new HttpError(503, "too_many_watchers", message, { retryAfter: RETRY_SECONDS });
    }
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
    // A body that was never read is not cancelled when its client leaves, but the request is aborted.
    const { signal } = c.req.raw;
    signal.addEventListener("abort", stream.end, { once: true });
    if (signal.aborted) stream.end();
    // Tells a reader how many events are in the past: it may wait for all of them before it shows any.
    const headers = { ...STREAM_HEADERS, "x-event-count": String(debate.events.length) };
    return c.body(stream.body, 200, headers);
  }

  return Object.assign(watch, {
    count: () => open.size,
    closeAll: () => [...open].forEach((end) => end()),
  });
}

/** A late reader gets the past in pieces of about this size, because each of them is in memory until it is read. */
const PIECE_BYTES = 64 * 1024;

/** A debate's events from the number `first` on, with the texts in flight and the debate's place in the queue. */
function readEvents(
  debate: RemoteDebate,
  first: number,
  findPlace: () => number | null,
): FrameSource {
  const { events } = debate;
  /** How much of each text in flight was sent. `at` tells a text from a later one of the same debater. */
  const sentTexts = new Map<string, { at: number; length: number }>();
  let next = first;
  let sentPlace: number | null = null;

  function takePlace(): Uint8Array[] {
    const place = findPlace();
    if (place === sentPlace) return [];
    sentPlace = place;
    return [encodeQueuePlace(debate.id, place)];
  }

  function takeEvents(): Uint8Array[] {
    const frames: Uint8Array[] = [];
    for (let bytes = 0; next < events.length && bytes < PIECE_BYTES; next++) {
      const frame = debate.frame(next);
      frames.push(frame);
      bytes += frame.byteLength;
    }
    return frames;
  }

  /** Returns what texts in flight have grown by. A finished text is in an event. */
  function takeTexts(): Uint8Array[] {
    return debate.inFlight().flatMap((delta) => {
      const { round, source, at, text } = delta;
      const key = formatLiveKey(round, source);
      const sentText = sentTexts.get(key);
      const from = sentText?.at === at ? sentText.length : null;
      if (from === text.length) return [];
      sentTexts.set(key, { at, length: text.length });
      return [encodeEvent({ ...delta, text: text.slice(from ?? 0) })];
    });
  }

  return {
    follow: (changed) => debate.listen({ changed, deltas: changed }),
    next() {
      const frames = [...takePlace(), ...takeEvents()];
      // Texts belong after all events so far.
      return next < events.length ? frames : [...frames, ...takeTexts()];
    },
    isDone: () => debate.over && next >= events.length,
  };
}
