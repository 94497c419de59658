import { createBell } from "./bell.ts";
import { deltaBuffer } from "./delta-buffer.ts";
import type { Feed } from "./feed.ts";
import { KEEP_ALIVE, RETRY, together } from "./sse.ts";

export interface StreamOptions {
  /** The number of the first event that is wanted. */
  first: number;
  /** Says that we are still here when nothing else has been said for so long. */
  keepAliveMs: number;
  /** A reader that takes nothing for so long, though there is something to take, is let go. */
  stallMs: number;
  /** Cuts the reader off: closing the stream would wait until it has read. */
  cutOff(): void;
  onClose(): void;
}

export interface EventStream {
  body: ReadableStream<Uint8Array>;
  /** Ends it where it is; a reader that comes back goes on from there. */
  end(): void;
}

const DELTA_BYTES = 64 * 1024;

/**
 * One reader of a debate. It holds a place in the log and nothing of the log itself: events are handed
 * over when they are asked for, so a reader that doesn't read costs no memory.
 */
export function eventStream(feed: Feed, options: StreamOptions): EventStream {
  const { first, keepAliveMs, stallMs, cutOff, onClose } = options;
  const deltas = deltaBuffer(DELTA_BYTES);
  const bell = createBell();
  let next = first;
  /** Something happened since it was last looked for. */
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
  async function ready(): Promise<Uint8Array[]> {
    news = false;
    const frames: Uint8Array[] = [];
    for (const frame of await feed.from(next)) {
      frames.push(...deltas.take(next), frame);
      next += 1;
    }
    // Pieces that belong after events still to be handed over wait for those.
    if (next >= feed.count()) frames.push(...deltas.take(next));
    else news = true;
    return frames;
  }

  /** What to send next; nothing at the end. */
  async function chunks(): Promise<Uint8Array[]> {
    for (;;) {
      const frames = await ready();
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
        // In the same moment, so that nothing falls between: whoever comes in the middle hears it all.
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
        // In two halves: where it was this process that was too busy to look, the reader gets the second.
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
