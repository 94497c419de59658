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
  const wakeup = createWakeup(keepAliveMs);
  const reading = stall && watchReading(stall);
  let unfollow: (() => void) | null = null;
  let closed = false;
  let end: () => void = () => undefined;

  function close(clientLeft: boolean): void {
    if (closed) return;
    closed = true;
    reading?.stop();
    unfollow?.();
    wakeup.stop();
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
      if (!(await wakeup.wait())) return [KEEP_ALIVE];
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
        reading?.hasRead();
        const first = unfollow === null;
        unfollow ??= source.follow(wakeup.wake);
        const frames = first ? opening : await readNext();
        const last = frames.length === 0 ? ((await source.ending?.()) ?? []) : [];
        if (closed) return;
        // Frames are never joined: all readers share their bytes.
        for (const frame of [...frames, ...last]) controller.enqueue(frame);
        if (frames.length === 0) return end();
        reading?.hasMore();
      },
      cancel: () => close(true),
    },
    { highWaterMark: 0 },
  );
  return { body, end: () => end() };
}

/** Looks at whether a client reads what it is sent: a timer for each frame and client would take longer than sending it. */
function watchReading({ ms, cutOff }: NonNullable<FrameStreamOptions["stall"]>): {
  hasMore(): void;
  hasRead(): void;
  stop(): void;
} {
  let isUnread = false;
  let looks = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    if (!isUnread) return;
    looks += 1;
    // The first look may come at once. After it, the whole time has passed.
    if (looks > LOOKS) cutOff();
  }

  return {
    hasMore() {
      isUnread = true;
      looks = 0;
      timer ??= setInterval(look, ms / LOOKS).unref();
    },
    hasRead() {
      isUnread = false;
    },
    stop: () => clearInterval(timer),
  };
}

/** In halves: if this process was too busy during the first, the client gets the second. */
const LOOKS = 2;

/** Wakes a stream that waits for more. */
interface Wakeup {
  wake(this: void): void;
  /** `false` if nobody woke it in time. */
  wait(): Promise<boolean>;
  /** Wakes it for the last time. */
  stop(): void;
}

function createWakeup(ms: number): Wakeup {
  const nobodyWaits = (): void => undefined;
  let resume: (woken: boolean) => void = nobodyWaits;
  const goOn = (): void => end(true);
  const timer = setTimeout(() => end(false), ms);

  function end(woken: boolean): void {
    const waiting = resume;
    resume = nobodyWaits;
    waiting(woken);
  }

  function wake(): void {
    if (resume !== nobodyWaits) afterThisTurn(goOn);
  }

  return {
    wake,
    wait() {
      timer.refresh();
      return new Promise((resolve) => {
        resume = resolve;
      });
    },
    stop() {
      clearTimeout(timer);
      wake();
    },
  };
}

const soon = new Set<() => void>();

/** What happens in the same turn of the event loop becomes one write of each stream. */
function afterThisTurn(act: () => void): void {
  if (soon.size === 0) setImmediate(actAll);
  soon.add(act);
}

function actAll(): void {
  const acts = [...soon];
  soon.clear();
  for (const act of acts) act();
}
