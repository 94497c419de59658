import { sentOverNode } from "../over-node.ts";
import { createBell } from "./bell.ts";
import { sendOver } from "./direct-stream.ts";
import type { Reader } from "./reader.ts";
import { KEEP_ALIVE, RETRY, together } from "./sse.ts";
import type { StreamOptions } from "./stream-options.ts";

export interface EventStream {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream. A reader that comes back continues from there. */
  end(): void;
}

/** A debate's events as the body of a response. It follows the debate as soon as it is read or sent. */
export function eventStream(reader: Reader, options: StreamOptions): EventStream {
  const { keepAliveMs, stallMs, cutOff, onClose } = options;
  const bell = createBell();
  /** Something happened since the last check. */
  let news = true;
  let forget: (() => void) | null = null;
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
    forget?.();
    bell.ring();
    onClose();
  }

  /** What to send next; nothing at the end. */
  async function chunks(): Promise<Uint8Array[]> {
    for (;;) {
      news = false;
      const frames = reader.ready();
      if (frames.length > 0) return together(frames);
      if (closed || reader.done) return [];
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
      },
      async pull(controller) {
        clearTimeout(stalled);
        if (forget === null) {
          forget = reader.follow(changed);
          controller.enqueue(RETRY);
          return;
        }
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
  sentOverNode(body, (outgoing) => {
    outgoing.flushHeaders();
    if (!closed) end = sendOver(outgoing, reader, options);
  });
  return { body, end: () => end() };
}
