/**
 * How providers and clients say that a reply is not whole: the AI SDK's words, and those of clients
 * that are used as plain functions.
 */
const CUT_OFF = new Set([
  "length",
  "interrupted",
  "content-filter",
  "content_filter",
  "max_tokens",
  "max_output_tokens",
  "model_context_window_exceeded",
]);

/** A reply that was cut off has no final answer, whatever its last words look like. */
export function wasCutOff(finishReason: string | undefined): boolean {
  return finishReason !== undefined && CUT_OFF.has(finishReason.toLowerCase());
}
