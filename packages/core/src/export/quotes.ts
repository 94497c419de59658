import type { Citation, CitedSource, FailedQuote } from "../protocol/citation.ts";
import { nameRound } from "../format.ts";

/** A piece of a text, and the citation if the piece is a quote. */
export interface QuotePiece {
  text: string;
  citation: Citation | null;
}

/** Splits a text at its quotes. Quotes that don't occur verbatim are ignored. */
export function splitQuotes(text: string, citations: readonly Citation[]): QuotePiece[] {
  const places = citations
    .flatMap((citation) => {
      const from = citation.text === "" ? -1 : text.indexOf(citation.text);
      return from < 0 ? [] : [{ citation, from, to: from + citation.text.length }];
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const pieces: QuotePiece[] = [];
  let at = 0;
  for (const { citation, from, to } of places) {
    if (from < at) continue;
    if (from > at) pieces.push({ text: text.slice(at, from), citation: null });
    pieces.push({ text: text.slice(from, to), citation });
    at = to;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), citation: null });
  return pieces;
}

/** Origin of a quote: "ada, round 2", "contract.txt". */
export function describeSource({ source, debater, round, document }: CitedSource): string {
  if (source === "context") return document ?? "the context";
  if (debater === undefined) return "an unknown source";
  return round === undefined ? debater : `${debater}, ${nameRound(round)}`;
}

/** Origin of a quotation in prose. */
export function describeProseQuote(citation: Citation): string {
  return citation.verified
    ? `found in ${describeSource(citation)}`
    : "not found in the question, the context or an earlier reply";
}

/** Author and location of a quote that was not found: "ada, in a vote: “…”, not found in contract.txt". */
export function describeFailedQuote(quote: FailedQuote): string {
  return `${describeQuoter(quote)}: “${quote.text}”, not found in ${describeSource(quote)}`;
}

function describeQuoter({ by, in: location }: FailedQuote): string {
  if (location === "judgment") return "the judge";
  return location === "claims" || location === "memo"
    ? `the ${location}`
    : `${by}, in a ${location}`;
}
