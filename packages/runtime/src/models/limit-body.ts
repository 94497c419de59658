import { ModelError } from "@rostrum/core/support";

/** Of a failure, only the beginning is shown to anybody. */
const MAX_FAILURE_BYTES = 100_000;
/** A stream is read piece by piece, and most of its bytes are around the text. */
const STREAM_FACTOR = 16;

/**
 * A response whose body fails after so many bytes, counted after decompression. A stream of events may have more, and
 * the body of a failure is cut, so that its status and its first words stay known.
 */
export function limitBody(response: Response, maxBytes: number): Response {
  const { body, status, statusText, headers, ok } = response;
  if (body === null) return response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  const limit = ok ? maxBytes * (isStream ? STREAM_FACTOR : 1) : MAX_FAILURE_BYTES;
  let bytes = 0;
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= limit) return controller.enqueue(chunk);
        if (ok) throw new ModelError(describeExcess(limit), { retryable: false });
        controller.enqueue(chunk.subarray(0, chunk.byteLength - (bytes - limit)));
        controller.terminate();
      },
    }),
  );
  return new Response(limited, { status, statusText, headers });
}

function describeExcess(limit: number): string {
  return `expected at most ${limit / 1e6} MB from the server, got more: nothing of it was read`;
}
