import { setImmediate as nextTurn } from "node:timers/promises";
import { KEEP_ALIVE } from "./sse.ts";

/** What a stream sends. */
export interface FrameSource {
  /** Calls back when there may be more to send; returns a function that unsubscribes. */
  follow(changed: () => void): () => void;
  /** What can be sent at once; empty if there is nothing yet. */
  next(): readonly Uint8Array[];
  /** `next` returned everything, and nothing will follow. */
  isDone(): boolean;
  /** The last frames, after `isDone`. */
  ending?(): Promise<readonly Uint8Array[]>;
}

export interface FrameStreamOptions {
  /** Sent first. */
  opening: readonly Uint8Array[];
  /** Sends a heartbeat after this many milliseconds without a frame. */
  keepAliveMs: number;
  /** Called after this many milliseconds in which the client reads nothing, although there is something to read. */
  stall?: { ms: number; cutOff(): void };
  /** Called once, when the stream ends or its client leaves. */
  onClose(clientLeft: boolean): void;
}

export interface FrameStream {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream. An `EventSource` reconnects and continues from there. */
  end(): void;
}

/** The body of an event stream. It follows its source from the first read on, and asks for frames only when it is read. */
export function createFrameStream(source: FrameSource, options: FrameStreamOptions): FrameStream {
  const { opening, keepAliveMs, stall, onClose } = options;
  const wakeup = createWakeup();
  let unfollow: (() => void) | null = null;
  let stalled: NodeJS.Timeout | undefined;
  let closed = false;
  let end: () => void = () => undefined;

  function close(clientLeft: boolean): void {
    if (closed) return;
    closed = true;
    clearTimeout(stalled);
    unfollow?.();
    wakeup.wake();
    onClose(clientLeft);
  }

  async function readNext(): Promise<readonly Uint8Array[]> {
    for (;;) {
      const frames = source.next();
      if (frames.length > 0 || closed) return frames;
      if (source.isDone()) {
        // Ending a response is slow: every client gets its last frames before any response ends.
        await nextTurn();
        return frames;
      }
      if (!(await wakeup.wait(keepAliveMs))) return [KEEP_ALIVE];
    }
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = () => {
          if (closed) return;
          close(false);
          controller.close();
        };
      },
      async pull(controller) {
        clearTimeout(stalled);
        const first = unfollow === null;
        unfollow ??= source.follow(wakeup.wake);
        const frames = first ? opening : await readNext();
        const last = frames.length === 0 ? ((await source.ending?.()) ?? []) : [];
        if (closed) return;
        // Frames are never joined: all readers share their bytes.
        for (const frame of [...frames, ...last]) controller.enqueue(frame);
        if (frames.length === 0) return end();
        // In two halves: if this process was too busy during the first, the client gets the second.
        if (stall)
          stalled = setTimeout(() => {
            stalled = setTimeout(stall.cutOff, stall.ms / 2).unref();
          }, stall.ms / 2).unref();
      },
      cancel: () => close(true),
    },
    { highWaterMark: 0 },
  );
  return { body, end: () => end() };
}

/** Wakes a stream that waits for more. */
interface Wakeup {
  wake(this: void): void;
  /** `false` if nobody woke it in that time. */
  wait(ms: number): Promise<boolean>;
}

function createWakeup(): Wakeup {
  const nobodyWaits = (): void => undefined;
  let wake = nobodyWaits;
  return {
    wake: () => wake(),
    async wait(ms) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, ms, false);
      wake = () => {
        wake = nobodyWaits;
        // What happens in the same turn of the event loop becomes one write.
        setImmediate(resolve, true);
      };
      const woken = await promise;
      clearTimeout(timer);
      return woken;
    },
  };
}
