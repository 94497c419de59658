import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Reader } from "./reader.ts";
import { KEEP_ALIVE, RETRY, together } from "./sse.ts";
import type { StreamOptions } from "./stream-options.ts";

/**
 * Sends a debate's events over a connection of Node, whose headers are sent already. This takes a fraction of the
 * time of a web stream, which matters where a thousand readers get every event. Returns a function that ends it.
 */
export function sendOver(
  outgoing: ServerResponse,
  reader: Reader,
  { keepAliveMs, stallMs, inTurn, cutOff, onClose }: StreamOptions,
): () => void {
  const write = writerTo(outgoing);
  const quiet = setTimeout(beat, keepAliveMs).unref();
  let stalled: NodeJS.Timeout | undefined;
  /** The connection has taken what it can for now. */
  let full = false;
  let closed = false;

  function put(frames: Uint8Array[]): void {
    quiet.refresh();
    if (write.frames(frames)) return;
    full = true;
    // In two halves: if this process was too busy during the first, the reader gets the second.
    stalled = setTimeout(() => {
      stalled = setTimeout(cutOff, stallMs / 2).unref();
    }, stallMs / 2).unref();
  }

  function send(): void {
    if (closed || full) return;
    const frames = reader.ready();
    if (frames.length > 0) put(frames);
    if (full) return;
    // To end an answer takes longer than to send, so all readers get the last events first.
    if (reader.done) inTurn.soon(end);
    else if (reader.behind) inTurn.soon(send);
  }

  function beat(): void {
    if (!closed && !full) put([KEEP_ALIVE]);
    quiet.refresh();
  }

  function drained(): void {
    full = false;
    clearTimeout(stalled);
    inTurn.soon(send);
  }

  function close(): void {
    if (closed) return;
    closed = true;
    clearTimeout(quiet);
    clearTimeout(stalled);
    forget();
    write.forget(drained);
    onClose();
  }

  function end(): void {
    if (closed) return;
    close();
    outgoing.end();
  }

  const forget = reader.follow(() => inTurn.soon(send));
  write.onDrain(drained);
  outgoing.once("close", close);
  if (outgoing.destroyed) close();
  else {
    put([RETRY]);
    inTurn.soon(send);
  }
  return end;
}

interface FrameWriter {
  /** `false`: wait for the drain. */
  frames(frames: readonly Uint8Array[]): boolean;
  onDrain(drained: () => void): void;
  forget(drained: () => void): void;
}

/**
 * Node would make the chunks of HTTP/1.1 for each reader anew, in three pieces. Here, readers at the same place
 * share one chunk. An answer that waits for others on its connection, or that isn't sent in chunks, goes through
 * Node.
 */
function writerTo(outgoing: ServerResponse): FrameWriter {
  const { socket } = outgoing;
  const sink = socket !== null && outgoing.chunkedEncoding ? socket : outgoing;
  return {
    frames: (frames) =>
      sink === outgoing
        ? writeEach(outgoing, together(frames))
        : writeChunk(sink as Socket, frames),
    onDrain: (drained) => sink.on("drain", drained),
    forget: (drained) => sink.off("drain", drained),
  };
}

function writeChunk(socket: Socket, frames: readonly Uint8Array[]): boolean {
  return writeEach(socket, chunkOf(frames));
}

function writeEach(sink: ServerResponse | Socket, pieces: readonly Uint8Array[]): boolean {
  const [only] = pieces;
  if (pieces.length === 1 && only) return sink.write(only);
  sink.cork();
  for (const piece of pieces) sink.write(piece);
  sink.uncork();
  return !sink.writableNeedDrain;
}

const CRLF = Buffer.from("\r\n");
let last: { frames: readonly Uint8Array[]; pieces: Uint8Array[] } = { frames: [], pieces: [] };

/** One chunk with these frames. Whoever asks for the same next gets the same. */
function chunkOf(frames: readonly Uint8Array[]): Uint8Array[] {
  const same =
    frames.length === last.frames.length && frames.every((frame, at) => frame === last.frames[at]);
  if (same) return last.pieces;
  const bytes = frames.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const pieces = together([Buffer.from(`${bytes.toString(16)}\r\n`), ...frames, CRLF]);
  last = { frames, pieces };
  return pieces;
}
