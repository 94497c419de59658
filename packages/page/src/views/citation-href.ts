import type { Citation } from "@rostrum/core/protocol";
import { debateHref } from "../route/route.ts";

/** Link to quoted words in a reply or a document. Null if they aren't there. */
export function citationHref(id: string, citation: Citation): string | null {
  const { source, debater, round, document = "", at } = citation;
  if (at === null) return null;
  if (source === "context") return debateHref(id, "memo", null, { document, range: at });
  if (debater === undefined || round === undefined) return null;
  return debateHref(id, "debate", { round, debater, range: at });
}
