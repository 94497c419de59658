import type { ServerResponse } from "node:http";
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

/** Where the frames of a stream go. */
interface Outlet {
  /** `false`: the client must read first. `goOn` is to be called when it has. */
  write(frames: readonly Uint8Array[]): boolean;
  end(): void;
}

/** A stream that sends to an outlet from the moment it has one. */
interface Sender {
  sendTo(outlet: Outlet): void;
  /** The client has read. */
  goOn(): void;
  /** The client left. */
  leave(): void;
  end(): void;
}

const senders = new WeakMap<ReadableStream, Sender>();

/** The body of an event stream. It follows its source from the first read on, and asks for frames only when it is read. */
export function createFrameStream(source: FrameSource, options: FrameStreamOptions): FrameStream {
  const sender = createSender(source, options);
  const body = createBody(sender);
  senders.set(body, sender);
  return { body, end: () => sender.end() };
}

/**
 * Sends the frames of a response over Node's own, whose headers were sent, instead of letting them be read: where a
 * thousand clients watch a debate, that takes half the time. `false`: the response is not such a stream.
 */
export function sendFrames({ body }: Response, outgoing: () => ServerResponse): boolean {
  const sender = body ? senders.get(body) : undefined;
  if (!sender) return false;
  const response = outgoing();
  if (response.destroyed) sender.leave();
  response.once("close", () => sender.leave());
  response.on("drain", () => sender.goOn());
  sender.sendTo({
    write(frames) {
      response.write(joinFrames(frames));
      return !response.writableNeedDrain;
    },
    end: () => response.end(),
  });
  return true;
}

let lastJoined: { frames: readonly Uint8Array[]; bytes: Uint8Array } = {
  frames: [],
  bytes: new Uint8Array(),
};

/** Frames as one write. Clients that watch the same debate get the same frames in turn, and share the bytes. */
function joinFrames(frames: readonly Uint8Array[]): Uint8Array {
  const before = lastJoined.frames;
  const same = frames.length === before.length && frames.every((each, at) => each === before[at]);
  if (!same) lastJoined = { frames, bytes: Buffer.concat(frames) };
  return lastJoined.bytes;
}

/** The same for a body that is read. Whoever reads it joins the frames. */
function createBody(sender: Sender): ReadableStream<Uint8Array> {
  let begun = false;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (begun) return sender.goOn();
        begun = true;
        sender.sendTo({
          write(frames) {
            for (const frame of frames) controller.enqueue(frame);
            return false;
          },
          end: () => controller.close(),
        });
      },
      cancel: () => sender.leave(),
    },
    { highWaterMark: 0 },
  );
}

function createSender(source: FrameSource, options: FrameStreamOptions): Sender {
  const { opening, keepAliveMs, stall, onClose } = options;
  const reading = stall && watchReading(stall);
  let outlet: Outlet | null = null;
  let unfollow = (): void => undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  /** The outlet takes more. */
  let hasRoom = false;
  let writing = false;
  let ending = false;
  let closed = false;

  function write(frames: readonly Uint8Array[]): void {
    heartbeat?.refresh();
    hasRoom = false;
    // Somebody who reads several pieces at once asks for the next while this one is being written.
    writing = true;
    const takesMore = outlet?.write(frames) ?? false;
    writing = false;
    hasRoom ||= takesMore;
    if (!hasRoom) reading?.hasMore();
  }

  /** Sends what there is, as far as the outlet takes it. */
  function send(): void {
    if (closed || ending || writing) return;
    try {
      while (hasRoom) {
        const frames = source.next();
        if (frames.length === 0) return checkEnd();
        write(frames);
      }
    } catch {
      fail();
    }
  }

  function checkEnd(): void {
    if (!source.isDone()) return;
    ending = true;
    sendEnding().catch(fail);
  }

  async function sendEnding(): Promise<void> {
    // Ending a response is slow: every client gets its last frames before any response ends.
    await nextTurn();
    const last = (await source.ending?.()) ?? [];
    if (closed) return;
    write(last);
    end();
  }

  function close(clientLeft: boolean): void {
    if (closed) return;
    closed = true;
    reading?.stop();
    clearTimeout(heartbeat);
    unfollow();
    onClose(clientLeft);
  }

  function end(): void {
    if (closed) return;
    close(false);
    outlet?.end();
  }

  /** What could not be made was not sent, as if the client had left. */
  function fail(): void {
    if (closed) return;
    close(true);
    outlet?.end();
  }

  return {
    sendTo(given) {
      if (closed) return given.end();
      outlet = given;
      heartbeat = setInterval(() => hasRoom && write([KEEP_ALIVE]), keepAliveMs);
      unfollow = source.follow(() => actSoon(send));
      write(opening);
      send();
    },
    goOn() {
      hasRoom = true;
      reading?.hasRead();
      send();
    },
    leave: () => close(true),
    end,
  };
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

/** Too short to notice, and long enough for the events of a moment to become one write of each stream. */
const GATHER_MS = 5;

const soon = new Set<() => void>();

function actSoon(act: () => void): void {
  if (soon.size === 0) setTimeout(actAll, GATHER_MS);
  soon.add(act);
}

function actAll(): void {
  const acts = [...soon];
  soon.clear();
  for (const act of acts) act();
}
