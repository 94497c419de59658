import type { DebateEvent } from "../../protocol/events.ts";

const encoder = new TextEncoder();

/** A heartbeat, in a form that readers ignore. */
export const KEEP_ALIVE: Uint8Array = encoder.encode(": still here\n\n");

/** How soon a disconnected reader reconnects. */
export const RETRY: Uint8Array = encoder.encode("retry: 1000\n\n");

/** One event as a server-sent one. Its number is its id, so that a reader can say where it stopped. */
export function sseFrame(event: DebateEvent): Uint8Array {
  // JSON has no line breaks of its own, so nothing in a reply can begin a field or an event.
  const data = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  return encoder.encode(event.type === "debate.delta" ? data : `id: ${event.seq}\n${data}`);
}

/** A debate's place in the queue, from 1; `null`: it has begun. It is not part of the record, so it has no id. */
export function queuedFrame(debateId: string, place: number | null): Uint8Array {
  const type = "rostrum.queued";
  return encoder.encode(`event: ${type}\ndata: ${JSON.stringify({ type, debateId, place })}\n\n`);
}

const SMALL = 16 * 1024;

/** Small frames as one chunk. Large ones are sent unchanged, because all readers share them and a copy would not be shared. */
export function together(frames: readonly Uint8Array[]): Uint8Array[] {
  const bytes = frames.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes <= SMALL ? [joined(frames)] : [...frames];
}

/** Several frames as one. */
export function joined(frames: readonly Uint8Array[]): Uint8Array {
  const [only] = frames;
  return frames.length === 1 && only ? only : Buffer.concat(frames);
}
