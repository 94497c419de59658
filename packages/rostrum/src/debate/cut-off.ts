import { reachedOutputLimit } from "../protocol/finish-reason.ts";

/** Other words for an incomplete reply, from the AI SDK and from clients used as plain functions. */
const CUT_OFF = new Set(["interrupted", "model_context_window_exceeded"]);

/** How providers and clients say that they refuse to answer. */
const REFUSED = new Set(["content-filter", "content_filter", "refusal", "safety"]);

/** Why a provider gave no answer; `null` if it didn't refuse. */
export function refusalIn(finishReason: string | undefined): string | null {
  if (finishReason === undefined || !REFUSED.has(finishReason.toLowerCase())) return null;
  return `its provider refused to answer or filtered the reply (${finishReason})`;
}

/** A reply that was cut off or refused has no final answer, whatever its last words look like. */
export function wasCutOff(finishReason: string | undefined): boolean {
  if (reachedOutputLimit(finishReason) || refusalIn(finishReason) !== null) return true;
  return finishReason !== undefined && CUT_OFF.has(finishReason.toLowerCase());
}
