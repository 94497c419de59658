import { createBell } from "./bell.ts";
import { deltaBuffer } from "./delta-buffer.ts";
import type { Feed } from "./feed.ts";
import { KEEP_ALIVE, RETRY, together } from "./sse.ts";

export interface StreamOptions {
  /** The number of the first event that is wanted. */
  first: number;
  /** Sends a heartbeat after this many milliseconds without an event. */
  keepAliveMs: number;
  /** A reader that reads nothing for this long, although there is something to read, is disconnected. */
  stallMs: number;
  /** Disconnects the reader. Closing the stream would wait until it has read everything. */
  cutOff(): void;
  onClose(): void;
}

export interface EventStream {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream. A reader that comes back continues from there. */
  end(): void;
}

const DELTA_BYTES = 64 * 1024;

/**
 * One reader of a debate. It keeps only a position in the log: events are passed on when they are asked
 * for, so a reader that doesn't read costs no memory.
 */
export function eventStream(feed: Feed, options: StreamOptions): EventStream {
  const { first, keepAliveMs, stallMs, cutOff, onClose } = options;
  const deltas = deltaBuffer(DELTA_BYTES);
  const bell = createBell();
  let next = first;
  /** Something happened since the last check. */
  let news = true;
  let forget: () => void = () => undefined;
  let end: () => void = () => undefined;
  let stalled: NodeJS.Timeout | undefined;
  let closed = false;

  function changed(): void {
    news = true;
    bell.ring();
  }

  function close(): void {
    if (closed) return;
    closed = true;
    clearTimeout(stalled);
    forget();
    bell.ring();
    onClose();
  }

  /** What can be sent at once, in the order in which it happened. */
  function ready(): Uint8Array[] {
    news = false;
    const frames: Uint8Array[] = [];
    for (const frame of feed.from(next)) {
      frames.push(...deltas.take(next), frame);
      next += 1;
    }
    // Pieces that belong after events that were not sent yet wait for those events.
    if (next >= feed.count()) frames.push(...deltas.take(next));
    else news = true;
    return frames;
  }

  /** What to send next; nothing at the end. */
  async function chunks(): Promise<Uint8Array[]> {
    for (;;) {
      const frames = ready();
      if (frames.length > 0) return together(frames);
      if (closed || feed.isEnd(next)) return [];
      if (!news && !(await bell.wait(keepAliveMs))) return [KEEP_ALIVE];
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = () => {
          if (closed) return;
          close();
          controller.close();
        };
        controller.enqueue(RETRY);
        forget = feed.listen(changed, (frame) => {
          deltas.add(frame, feed.count());
          changed();
        });
        // Synchronously, so that a reader that joins in the middle misses nothing.
        for (const frame of feed.inFlight()) deltas.add(frame, feed.count());
      },
      async pull(controller) {
        clearTimeout(stalled);
        const sent = await chunks();
        if (closed) return;
        if (sent.length === 0) {
          end();
          return;
        }
        for (const chunk of sent) controller.enqueue(chunk);
        // In two halves: if this process was too busy during the first, the reader gets the second.
        stalled = setTimeout(() => {
          stalled = setTimeout(cutOff, stallMs / 2).unref();
        }, stallMs / 2).unref();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  return { body, end: () => end() };
}
