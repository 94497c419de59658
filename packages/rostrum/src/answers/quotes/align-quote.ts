import type { Citation, CitedSource } from "../../protocol/citation.ts";
import { makeSearchable, type Range } from "./find-quote.ts";
import { getSourceKind } from "./source-kind.ts";

/** A text that quotes are looked up in. It is prepared when it is first searched, and kept for the next quote. */
export interface QuotableText {
  of: CitedSource;
  text: string;
  find(quote: string): Range | null;
}

export function quotable(of: CitedSource, text: string): QuotableText {
  const { find } = makeSearchable(text, getSourceKind(of));
  return { of, text, find };
}

/** A quote whose source is unknown. */
const NOBODY: CitedSource = { source: "position" };

/**
 * Looks a quote up in the texts that it may come from: the first in which it stands is its source. A quote
 * that stands in none of them is cited from the first, unverified.
 */
export function alignQuote(text: string, sources: readonly QuotableText[]): Citation {
  for (const { of, find } of sources) {
    const at = find(text);
    if (at !== null) return { ...of, text, at, verified: true };
  }
  return { ...(sources[0]?.of ?? NOBODY), text, at: null, verified: false };
}
