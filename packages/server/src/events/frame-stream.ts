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
  lastFrames?(): Promise<readonly Uint8Array[]>;
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

/** The body of an event stream. It follows its source from the first read on, and asks for frames only when it is read. */
export function createFrameStream(source: FrameSource, options: FrameStreamOptions): FrameStream {
  const { opening, keepAliveMs, stall, onClose } = options;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let unfollow: (() => void) | null = null;
  // Timers are per stream and not per frame, because a frame may go to a thousand streams.
  let heartbeat: NodeJS.Timeout | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  /** True while the client waits for frames. */
  let isReading = false;
  let stalledChecks = 0;
  let isEnding = false;
  let isEndingSent = false;
  let closed = false;

  function begin(): void {
    send(opening);
    unfollow = source.follow(sendNext);
    heartbeat = setInterval(() => isReading && send([KEEP_ALIVE]), keepAliveMs);
    if (stall) stallTimer = setInterval(() => checkReading(stall), stall.ms / STALL_CHECKS).unref();
  }

  function checkReading({ cutOff }: NonNullable<typeof stall>): void {
    if (isReading) return;
    stalledChecks += 1;
    // The first check may come right after the last read.
    if (stalledChecks === STALL_CHECKS + 1) cutOff();
  }

  function send(frames: readonly Uint8Array[]): void {
    isReading = false;
    heartbeat?.refresh();
    controller.enqueue(Buffer.concat(frames));
  }

  /** Sends what there is, if the client waits for it. */
  function sendNext(): void {
    if (!isReading || isEnding) return;
    try {
      if (!unfollow) return begin();
      const frames = source.next();
      if (frames.length > 0) send(frames);
      else if (source.isDone()) void sendEnding();
    } catch {
      close(true);
    }
  }

  async function sendEnding(): Promise<void> {
    isEnding = true;
    try {
      const frames = await source.lastFrames?.();
      if (closed) return;
      if (!frames) return close(false);
      send(frames);
      isEndingSent = true;
    } catch {
      close(true);
    }
  }

  /** A frame that could not be created ends the stream as if the client had left. */
  function close(clientLeft: boolean): void {
    if (closed) return;
    stopFollowing(clientLeft);
    controller.close();
  }

  function stopFollowing(clientLeft: boolean): void {
    if (closed) return;
    closed = true;
    clearInterval(heartbeat);
    clearInterval(stallTimer);
    unfollow?.();
    onClose(clientLeft);
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(streamController) {
        controller = streamController;
      },
      pull() {
        isReading = true;
        stalledChecks = 0;
        if (isEndingSent) close(false);
        else sendNext();
      },
      cancel: () => stopFollowing(true),
    },
    { highWaterMark: 0 },
  );
  return { body, end: () => close(false) };
}
