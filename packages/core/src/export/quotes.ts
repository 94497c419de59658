import type { Citation, CitedSource, FailedQuote } from "../protocol/citation.ts";

/** A piece of a text, with the quote that it is. */
export interface QuotePiece {
  text: string;
  citation: Citation | null;
}

/** Cuts a text into quotes and what stands between them. Quotes that don't stand in it as they are, are left out. */
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

/** Where a quote is from: "ada, round 1", "contract.txt". */
export function describeSource({ source, debater, round, document }: CitedSource): string {
  if (source === "context") return document ?? "the context";
  if (debater === undefined) return "an unknown source";
  return round === undefined ? debater : `${debater}, round ${round}`;
}

/** Where a quotation in prose was found. */
export function describeProseQuote(citation: Citation): string {
  return citation.verified
    ? `found in ${describeSource(citation)}`
    : "not found in the question, the context or an earlier reply";
}

/** Who quoted what was not found, and where: "ada's vote: “…”, not found in contract.txt". */
export function describeFailedQuote(quote: FailedQuote): string {
  return `${describeQuoter(quote)}: “${quote.text}”, not found in ${describeSource(quote)}`;
}

function describeQuoter({ by, in: where }: FailedQuote): string {
  if (where === "judgment") return "the judge";
  return where === "claims" || where === "memo" ? `the ${where}` : `${by}, in a ${where}`;
}
