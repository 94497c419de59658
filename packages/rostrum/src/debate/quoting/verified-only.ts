import { quotationsIn, type QuotableText } from "../../answers/index.ts";

const TAKEN_OUT = "[a quote that does not stand in the material]";

/**
 * A text without its quotations that stand in none of the sources, so that whoever does not see the
 * sources can go by what is left. Lines that are marked as quotes count as quotations.
 */
export function verifiedOnly(text: string, sources: readonly QuotableText[]): string {
  const stands = (quote: string): boolean =>
    sources.some((source) => source.index().find(quote) !== null);
  const lines = text.replace(/^[ \t]*>[ \t]?(.*)$/gm, (line, quote: string) =>
    quote.trim() === "" || stands(quote) ? line : `> ${TAKEN_OUT}`,
  );
  let checked = "";
  let at = 0;
  for (const { text: quote, from, to } of quotationsIn(lines)) {
    checked += lines.slice(at, from);
    checked += stands(quote) ? lines.slice(from, to) : TAKEN_OUT;
    at = to;
  }
  return checked + lines.slice(at);
}
