import type { ServerResponse } from "node:http";
import type { Context } from "hono";

/** Sends a body over a connection of Node. The status and the headers are written, but not sent yet. */
type Send = (outgoing: ServerResponse) => void;

const SENDS = new WeakMap<ReadableStream, Send>();

/**
 * Says how a body is sent by `serve()`, instead of being read: a web stream takes several times as long. Where the
 * app is mounted in another server, the body is read as any other.
 */
export function sentOverNode(body: ReadableStream, send: Send): void {
  SENDS.set(body, send);
}

/** How the body of a response is sent. `undefined`: it is to be read. */
export function overNode({ body }: Response): Send | undefined {
  return body === null ? undefined : SENDS.get(body);
}

/** A value as JSON, for answers that many clients wait for at the same time. */
export function jsonAnswer(c: Context, value: unknown): Response {
  const text = JSON.stringify(value);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(Buffer.from(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  sentOverNode(body, (outgoing) => outgoing.end(text));
  return c.body(body, 200, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
  });
}
