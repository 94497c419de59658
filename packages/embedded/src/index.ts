import type { EmbeddedVariant } from "./ids.ts";
import type { EmbeddedReply, EmbeddedRequest } from "./request.ts";

export { parseEmbeddedId, VARIANTS, type EmbeddedVariant } from "./ids.ts";
export { EmbeddedRefusalError, type EmbeddedReply, type EmbeddedRequest } from "./request.ts";

/** Has a network reply to a request. Rejects with an `EmbeddedRefusalError` if the request isn't arithmetic. */
export async function askNetwork(
  variant: EmbeddedVariant,
  request: EmbeddedRequest,
): Promise<EmbeddedReply> {
  // The network's code is loaded with the first question: most panels have no embedded debater.
  const { writeReply } = await import("./debater.ts");
  return writeReply(variant, request);
}
