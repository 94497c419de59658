import { foldText, type FoldedText } from "./fold-text.ts";
import type { SourceKind } from "./source-kind.ts";
import { markInsides } from "./words.ts";

/** Where a quote stands, in UTF-16 units of the original text. */
export type Range = [from: number, to: number];

/** A text that quotes are looked up in. */
export interface SearchableText {
  find(quote: string): Range | null;
}

/**
 * Makes a text searchable. A quote is found where it stands character by character, from one word's edge to
 * another; only what the kind of source allows may differ. Where the quote stands verbatim, white space aside,
 * that place is preferred. Linear in text and quote.
 */
export function makeSearchable(text: string, kind: SourceKind): SearchableText {
  const verbatim = prepareLazily(() => foldText(text, "code"));
  const folded = prepareLazily(() => foldText(text, kind));
  return {
    find(quote) {
      const words = quote.trim();
      if (!/[\p{L}\p{N}]/u.test(words)) return null;
      const found = findWhole(verbatim(), foldText(words, "code").text);
      if (found !== null || kind === "code") return found;
      return findWhole(folded(), foldText(words, kind).text);
    },
  };
}

interface Prepared extends FoldedText {
  insides: Uint8Array;
}

function prepareLazily(fold: () => FoldedText): () => Prepared {
  let prepared: Prepared | null = null;
  return () => {
    if (prepared === null) {
      const folded = fold();
      prepared = { ...folded, insides: markInsides(folded.text) };
    }
    return prepared;
  };
}

/** Knuth, Morris and Pratt's search: `indexOf` takes quadratic time on hostile texts. */
function findWhole({ text, places, insides }: Prepared, quote: string): Range | null {
  if (quote === "" || quote.length > text.length) return null;
  const borders = measureBorders(quote);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && quote.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (quote.charCodeAt(matched) === unit) matched += 1;
    if (matched < quote.length) continue;
    const from = at + 1 - matched;
    if (!insides[from] && !insides[at + 1]) return [places[from] ?? 0, (places[at] ?? 0) + 1];
    matched = borders[matched - 1] ?? 0;
  }
  return null;
}

/** For each beginning of the quote: how long its longest proper part is that both begins and ends it. */
function measureBorders(quote: string): Int32Array {
  const borders = new Int32Array(quote.length);
  let length = 0;
  for (let at = 1; at < quote.length; at++) {
    const unit = quote.charCodeAt(at);
    while (length > 0 && quote.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (quote.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}
