import { ModelError } from "@rostrum/core/support";

/** Maximum bytes of a failed response, of which only the beginning is shown. */
const MAX_FAILURE_BYTES = 100_000;
/** Maximum bytes of a stream, most of which are not text. */
const STREAM_FACTOR = 16;

/**
 * Wraps a response so that its body fails after so many bytes, counted after decompression. A stream of events may
 * have more, and the body of a failed response is cut, so that its status and first words are kept.
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
