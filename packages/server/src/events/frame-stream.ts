import { KEEP_ALIVE } from "./sse.ts";

/** Source of a stream's frames. Keeps positions, not frames: a client that doesn't read costs no memory. */
export interface FrameSource {
  /** Calls back when there may be more to send; returns a function that unsubscribes. */
  follow(changed: () => void): () => void;
  /** Returns the frames that can be sent at once; empty if there are none yet. */
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

/** Number of checks before a client that doesn't read is cut off, so that a busy process doesn't drop clients. */
const STALL_CHECKS = 4;

const ignore = (): void => undefined;

/** The body of an event stream. It follows its source from the first read on, and asks for frames only when it is read. */
export function createFrameStream(source: FrameSource, options: FrameStreamOptions): FrameStream {
  const { opening, keepAliveMs, stall, onClose } = options;
  let unfollow: (() => void) | null = null;
  /** Ends the wait for frames. */
  let wake = ignore;
  let stallTimer: NodeJS.Timeout | undefined;
  let isDone = false;
  let closed = false;
  let cancelled = false;

  /**
   * Waits until there may be frames, and takes them at that very moment: a piece of text may be followed at once by the
   * event that replaces it. After a while without any, a heartbeat.
   */
  function waitForFrames(): Promise<readonly Uint8Array[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Uint8Array[]>();
    const timer = setTimeout(() => {
      wake = ignore;
      resolve([KEEP_ALIVE]);
    }, keepAliveMs);
    wake = () => {
      wake = ignore;
      clearTimeout(timer);
      try {
        resolve(source.next());
      } catch (error) {
        reject(error);
      }
    };
    return promise;
  }

  /** The frames to send next; `null` at the end. */
  async function takeFrames(): Promise<readonly Uint8Array[] | null> {
    if (!closed && !unfollow) {
      unfollow = source.follow(() => wake());
      return opening;
    }
    let frames = source.next();
    for (;;) {
      if (closed || isDone) return null;
      if (frames.length > 0) return frames;
      isDone = source.isDone();
      if (isDone) return (await source.ending?.()) ?? null;
      frames = await waitForFrames();
    }
  }

  function watchReading(): void {
    if (!stall) return;
    let stalledChecks = 0;
    stallTimer = setInterval(() => {
      stalledChecks += 1;
      if (stalledChecks === STALL_CHECKS) stall.cutOff();
    }, stall.ms / STALL_CHECKS).unref();
  }

  function close(clientLeft: boolean): void {
    if (closed) return;
    closed = true;
    clearInterval(stallTimer);
    unfollow?.();
    wake();
    onClose(clientLeft);
  }

  /** Ends the stream as if the client had left, because a frame could not be created. */
  function fail(): null {
    close(true);
    return null;
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearInterval(stallTimer);
        const frames = await takeFrames().catch(fail);
        if (cancelled) return;
        if (frames === null) {
          close(false);
          controller.close();
          return;
        }
        controller.enqueue(Buffer.concat(frames));
        watchReading();
      },
      cancel() {
        cancelled = true;
        close(true);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, end: () => close(false) };
}
