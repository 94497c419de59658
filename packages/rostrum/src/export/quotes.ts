import type { Citation, CitedSource, FailedQuote } from "../protocol/citation.ts";
import type { Position } from "../protocol/position.ts";
import { judgmentQuotes, proseQuotes, type DebateRecord } from "../record/index.ts";

/** A piece of a text, with the quote that it is. */
export interface Piece {
  text: string;
  citation: Citation | null;
}

/** Cuts a text into quotes and what stands between them. Quotes that don't stand in it as they are, are left out. */
export function piecesOf(text: string, citations: readonly Citation[]): Piece[] {
  const places = citations
    .flatMap((citation) => {
      const from = citation.text === "" ? -1 : text.indexOf(citation.text);
      return from < 0 ? [] : [{ citation, from, to: from + citation.text.length }];
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const pieces: Piece[] = [];
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
export function sourceWords({ source, debater, round, document }: CitedSource): string {
  if (source === "context") return document ?? "the context";
  if (debater === undefined) return "an unknown source";
  return round === undefined ? debater : `${debater}, round ${round}`;
}

/** The quotations in a debater's reply, and whether they occur in what it had read. */
export function quotesIn({ result, started }: DebateRecord, position: Position): Citation[] {
  if (position.status !== "spoke" && position.status !== "unread") return [];
  const { question, rounds } = result;
  return proseQuotes(position, { question, rounds, context: started?.context ?? [] });
}

/** The quotations in a judge's prose; none where it gave citations, which count instead. */
export function quotesInJudgment({ result, started }: DebateRecord): Citation[] {
  const { question, rounds, decision } = result;
  if (decision.judgment === undefined || decision.citations !== undefined) return [];
  return judgmentQuotes(decision.judgment, { question, rounds, context: started?.context ?? [] });
}

/** Where a quotation in prose was found. */
export function proseWords(citation: Citation): string {
  return citation.verified
    ? `found in ${sourceWords(citation)}`
    : "not found in the question, the context or an earlier reply";
}

/** Who quoted what was not found, and where: "ada's vote: “…”, not found in contract.txt". */
export function failedQuoteWords(quote: FailedQuote): string {
  return `${describeQuoter(quote)}: “${quote.text}”, not found in ${sourceWords(quote)}`;
}

function describeQuoter({ by, in: where }: FailedQuote): string {
  switch (where) {
    case "judgment":
      return "the judge";
    case "claims":
      return "the claims";
    case "memo":
      return "the memo";
    case "finding":
    case "vote":
    case "critique":
      return `${by}, in a ${where}`;
  }
}
