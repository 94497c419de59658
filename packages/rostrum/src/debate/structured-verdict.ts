import { parseReply } from "../answers/index.ts";
import type { Citation } from "../protocol/result.ts";

/** What a judge said beside its answer. */
export interface StructuredVerdict {
  justification?: string;
  dissent?: string;
  citations?: Citation[];
}

/**
 * Reads reasons and citations out of a verdict. Citations of labels that nobody had are left out: a
 * pointer to nowhere is worse than none.
 */
export function structuredVerdict(
  text: string,
  placeOf: (label: string) => { debater: string; round: number } | null,
): StructuredVerdict {
  const said = parseReply(text);
  if (said === null) return {};
  const { justification, dissent, citations } = said;
  const found = Array.isArray(citations)
    ? citations.flatMap((entry) => citation(entry, placeOf))
    : [];
  return {
    ...(typeof justification === "string" ? { justification } : {}),
    ...(typeof dissent === "string" ? { dissent } : {}),
    ...(Array.isArray(citations) ? { citations: found } : {}),
  };
}

function citation(
  entry: unknown,
  placeOf: (label: string) => { debater: string; round: number } | null,
): Citation[] {
  const { position, quote } = (typeof entry === "string" ? { position: entry } : (entry ?? {})) as {
    position?: unknown;
    quote?: unknown;
  };
  const place = typeof position === "string" ? placeOf(position.trim()) : null;
  return place ? [{ ...place, ...(typeof quote === "string" ? { quote } : {}) }] : [];
}
