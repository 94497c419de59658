import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";
import type { ServerLimits } from "../options.ts";
import { tooLarge } from "./json-bounds.ts";
import { busy, createYieldingQueue } from "../yielding-queue.ts";

/** Bodies that were read but not handled yet. */
const MAX_WAITING_BODIES = 64;

/** A small body takes almost no time, so many of them may wait. */
const SMALL_BYTES = 8 * 1024;
const SMALL_WEIGHT = 1 / 32;

/** Bodies with files that are read or handled at the same time. Each is held in memory. */
const MAX_UPLOADS = 4;

/** Bytes that are still read of a body that is too large. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

/** The requests that can contain the files of a question. */
const UPLOAD_PATHS =
  /^\/(?:debates|plan|debates\/[^/]+\/follow|v1\/(?:chat\/completions|responses|messages))$/;

/**
 * Limits the size of bodies. A body whose declared length is too large is refused before anything else is done, a small
 * one is read at once, and any other is counted while it is read. Only a route that needs a body reads it. The request
 * is never copied into a new `Request`, because the global constructor refuses the object that Node's adapter passes.
 */
export function limitBody(limits: Required<ServerLimits>): MiddlewareHandler<AppEnv> {
  const takeTurn = createYieldingQueue(MAX_WAITING_BODIES);
  let uploads = 0;
  return async (c, next) => {
    const maxBytes = UPLOAD_PATHS.test(c.req.path) ? limits.uploadBytes : limits.bodyBytes;
    const declared = Number(c.req.header("content-length") ?? NaN);
    if (declared > maxBytes) {
      if (declared <= maxBytes + MAX_DISCARDED_BYTES) await discard(c.req.raw.body?.getReader());
      throw tooLarge(maxBytes);
    }
    c.set("textBytes", limits.bodyBytes);
    let uploading = false;
    /** Called when a body is larger than one without files may be. */
    const beginUpload = (): void => {
      if (uploads >= MAX_UPLOADS) throw busy();
      uploads += 1;
      uploading = true;
    };
    c.set("readBody", async () => {
      checkEncoding(c.req.header("content-encoding"));
      // No body is longer than its declared length.
      const body =
        declared <= limits.bodyBytes
          ? new Uint8Array(await c.req.raw.arrayBuffer().catch(refuseIncomplete))
          : await countBody(c.req.raw, maxBytes, limits.bodyBytes, beginUpload);
      await takeTurn(body.byteLength <= SMALL_BYTES ? SMALL_WEIGHT : 1);
      return body;
    });
    try {
      await next();
    } finally {
      if (uploading) uploads -= 1;
    }
  };
}

/** A small compressed body could grow to any size. */
function checkEncoding(encoding = "identity"): void {
  if (/^\s*(?:identity)?\s*$/i.test(encoding)) return;
  const message = "expected a body without content-encoding: send it uncompressed";
  throw new HttpError(415, "encoding_not_supported", message);
}

function refuseIncomplete(): never {
  throw new HttpError(400, "incomplete_body", "expected a complete body, got a part of it");
}

async function countBody(
  request: Request,
  maxBytes: number,
  usualBytes: number,
  beginUpload: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const piece = await reader?.read().catch(refuseIncomplete);
    if (!piece || piece.done) return Buffer.concat(chunks);
    const before = bytes;
    bytes += piece.value.byteLength;
    if (bytes > maxBytes) {
      await discard(reader);
      throw tooLarge(maxBytes);
    }
    if (before <= usualBytes && bytes > usualBytes) beginUpload();
    chunks.push(piece.value);
  }
}

/**
 * Reads the rest of a refused body. A client that is still sending would otherwise see a broken connection instead of
 * the answer.
 */
async function discard(reader?: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let bytes = 0; bytes <= MAX_DISCARDED_BYTES;) {
    const piece = await reader?.read().catch(() => undefined);
    if (!piece || piece.done) return;
    bytes += piece.value.byteLength;
  }
}
