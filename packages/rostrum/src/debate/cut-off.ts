import { reachedOutputLimit } from "../protocol/finish-reason.ts";

/** Other words for an incomplete reply, from the AI SDK and from clients used as plain functions. */
const CUT_OFF = new Set([
  "interrupted",
  "content-filter",
  "content_filter",
  "model_context_window_exceeded",
]);

/** A reply that was cut off has no final answer, whatever its last words look like. */
export function wasCutOff(finishReason: string | undefined): boolean {
  if (reachedOutputLimit(finishReason)) return true;
  return finishReason !== undefined && CUT_OFF.has(finishReason.toLowerCase());
}
