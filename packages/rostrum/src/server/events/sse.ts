import type { DebateEvent } from "../../protocol/events.ts";

const encoder = new TextEncoder();

/** Tells that somebody is still there, in a form that readers pass over. */
export const KEEP_ALIVE: Uint8Array = encoder.encode(": still here\n\n");

/** How soon a reader that was cut off comes back. */
export const RETRY: Uint8Array = encoder.encode("retry: 1000\n\n");

/** One event as a server-sent one. Its number is its id, so that a reader can say where it stopped. */
export function sseFrame(event: DebateEvent): Uint8Array {
  // JSON has no line breaks of its own, so nothing in a reply can begin a field or an event.
  const data = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  return encoder.encode(event.type === "debate.delta" ? data : `id: ${event.seq}\n${data}`);
}

const SMALL = 16 * 1024;

/** Small frames as one chunk. Large ones go as they are: they are shared by all readers, a copy is not. */
export function together(frames: readonly Uint8Array[]): Uint8Array[] {
  const bytes = frames.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes <= SMALL ? [joined(frames)] : [...frames];
}

/** Several frames as one. */
export function joined(frames: readonly Uint8Array[]): Uint8Array {
  const [only] = frames;
  return frames.length === 1 && only ? only : Buffer.concat(frames);
}
