import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import { createTurns } from "./turns.ts";

/** Bodies that were read and wait to be looked at. */
const MOST_WAITING = 64;

/**
 * Holds bodies to a size. A body that says its length is refused at once; any other is counted while it
 * is read, and only a route that wants a body reads it. Nothing makes a new `Request` out of the one that
 * came: Node's adapter hands over a stand-in that the global constructor refuses.
 */
export function limitBody(maxBytes: number): MiddlewareHandler<AppEnv> {
  const takeTurn = createTurns(MOST_WAITING);
  return async (c, next) => {
    if (Number(c.req.header("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
    c.set("readBody", async () => {
      const body = await bodyOf(c.req.raw, maxBytes);
      await takeTurn();
      return body;
    });
    await next();
  };
}

async function bodyOf(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const piece = await reader?.read().catch(() => {
      throw new HttpError(400, "incomplete_body", "expected a whole body, got a part of it");
    });
    if (!piece || piece.done) return Buffer.concat(chunks);
    bytes += piece.value.byteLength;
    // What is left unread is discarded by the listener, for a moment and up to a size.
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(piece.value);
  }
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, "too_large", `expected a body of at most ${maxBytes} bytes`);
}
