import type { DebateEvent } from "@rostrum/core/protocol";

const encoder = new TextEncoder();

/** A heartbeat, in a form that readers ignore. */
export const KEEP_ALIVE: Uint8Array = encoder.encode(": still here\n\n");

/** How soon a disconnected reader reconnects. */
export const RETRY: Uint8Array = encoder.encode("retry: 1000\n\n");

/** Headers of an event stream. Proxies that buffer or change a response would delay the events. */
export const STREAM_HEADERS: Record<string, string> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** A value as the data of a server-sent event. JSON has no line breaks, so no text in it can begin another field. */
export function encodeData(value: unknown, event?: string): Uint8Array {
  const type = event === undefined ? "" : `event: ${event}\n`;
  return encoder.encode(`${type}data: ${JSON.stringify(value)}\n\n`);
}

/** A debate's event as a server-sent one. Its number is its id, so that a reader can say where it stopped. */
export function encodeEvent(event: DebateEvent): Uint8Array {
  const frame = encodeData(event, event.type);
  if (event.type === "debate.delta") return frame;
  return Buffer.concat([encoder.encode(`id: ${event.seq}\n`), frame]);
}

/** A debate's place in the queue, from 1; `null`: it has begun. It is not part of the record, so it has no id. */
export function encodeQueuePlace(debateId: string, place: number | null): Uint8Array {
  const type = "rostrum.queued";
  return encodeData({ type, debateId, place }, type);
}
