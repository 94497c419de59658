/** How providers and clients say that a reply reached its output limit. */
const AT_LIMIT = new Set(["length", "max_tokens", "max_output_tokens"]);

export function reachedOutputLimit(finishReason: unknown): boolean {
  return typeof finishReason === "string" && AT_LIMIT.has(finishReason.toLowerCase());
}
