import type { Citation } from "../protocol/citation.ts";
import type { Position } from "../protocol/position.ts";
import { proseQuotes, type DebateRecord } from "../record/index.ts";

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
export function sourceWords({ source, debater, round, document }: Citation): string {
  if (source === "context") return document ?? "the context";
  if (debater === undefined) return "nobody who is known";
  return round === undefined ? debater : `${debater}, round ${round}`;
}

/** The quotations in a debater's reply, and whether they occur in what it had read. */
export function quotesIn({ result, started }: DebateRecord, position: Position): Citation[] {
  if (position.status !== "spoke" && position.status !== "unread") return [];
  const { question, rounds } = result;
  return proseQuotes(position, { question, rounds, context: started?.context ?? [] });
}

/** Where a debater's quote was found. */
export function proseWords(citation: Citation): string {
  return citation.verified
    ? `found in ${sourceWords(citation)}`
    : "not found in the question, the context or an earlier reply";
}

/** What a quote that can't be found is called. */
export function notFoundWords(citation: Citation): string {
  return `not found: “${citation.text}”, said to be from ${sourceWords(citation)}`;
}
