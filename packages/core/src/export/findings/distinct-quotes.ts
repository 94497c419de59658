import type { Citation } from "../../protocol/citation.ts";

/** Removes duplicate quotes: members that report the same finding often quote the same lines. */
export function listDistinctQuotes(quotes: readonly Citation[]): Citation[] {
  const byText = [...new Map(quotes.map((quote) => [`${quote.verified} ${quote.text}`, quote]))];
  const distinctQuotes = byText.map(([, quote]) => quote);
  // A passage within another one is shown with it.
  return distinctQuotes.filter(
    (quote) => !distinctQuotes.some((other) => other !== quote && contains(other, quote)),
  );
}

/** True if a vote's quote is shown with the quotes of its finding. */
export function isAmongQuotes(quote: Citation, quotes: readonly Citation[]): boolean {
  return quotes.some((each) => each.text === quote.text || contains(each, quote));
}

function contains(outer: Citation, inner: Citation): boolean {
  if (outer.document !== inner.document || outer.at === null || inner.at === null) return false;
  return outer.at[0] <= inner.at[0] && inner.at[1] <= outer.at[1];
}
