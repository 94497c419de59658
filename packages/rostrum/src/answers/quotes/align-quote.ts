import type { Citation, CitedSource } from "../../protocol/citation.ts";
import { indexText, type TextIndex } from "./text-index.ts";
import { tokensOf } from "./tokens.ts";

/** A text that quotes are looked up in. Its index is made when it is first needed. */
export interface QuotableText {
  of: CitedSource;
  text: string;
  index(): TextIndex;
}

export function quotable(of: CitedSource, text: string): QuotableText {
  let made: TextIndex | null = null;
  return { of, text, index: () => (made ??= indexText(text)) };
}

/** A quote whose source is unknown. */
const NOBODY: CitedSource = { source: "position" };

/**
 * Looks a quote up in the texts that it may come from: the first that has its words is its source. The
 * words must stand there in one piece, whole and in order; an ellipsis in a quote is a mark like any other,
 * except at its ends. A quote that stands in none of them is cited from the first, unverified.
 */
export function alignQuote(text: string, sources: readonly QuotableText[]): Citation {
  for (const source of sources) {
    const at = source.index().find(text);
    if (at !== null) return { ...source.of, text, at, verified: true };
  }
  return { ...(sources[0]?.of ?? NOBODY), text, at: null, verified: false };
}

/** How many words a quote has. */
export function wordCount(quote: string): number {
  return tokensOf(quote).filter(({ isWord }) => isWord).length;
}
