/*
 * Looks quotes up in the texts that they may come from. A quote is found where it stands character by character: in texts
 * for people from one word's edge to another, in code from any character to any other. What may differ depends on the
 * source: see fold-text.ts.
 */
import type { Citation, CitedSource } from "../../protocol/citation.ts";
import { foldText, getSourceKind, type FoldedText, type SourceKind } from "./fold-text.ts";

/** Where a quote stands, in UTF-16 units of the original text. */
type Range = [from: number, to: number];

/** A text that quotes are looked up in. It is prepared when it is first searched, and kept for the next quote. */
export interface QuotableText {
  of: CitedSource;
  text: string;
  find(quote: string): Range | null;
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

/**
 * Looks up words that stand in quotation marks in prose. The case of their first letter and a mark at their end
 * may belong to the sentence that they were set into; everything else must stand in the source.
 */
export function findQuotation(
  quotation: string,
  sources: readonly QuotableText[],
): { source: QuotableText; at: Range } | null {
  for (const wording of listWordings(quotation.trim())) {
    for (const source of sources) {
      const at = source.find(wording);
      if (at !== null) return { source, at };
    }
  }
  return null;
}

function listWordings(quotation: string): Set<string> {
  const open = quotation.replace(/[.,;:!?…]$/, "");
  return new Set([quotation, open, withOtherCase(quotation), withOtherCase(open)]);
}

function withOtherCase(text: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return (first === upper ? first.toLowerCase() : upper) + text.slice(first.length);
}

/** Makes a text searchable. Where a quote stands verbatim, white space aside, that place is preferred. */
export function createQuotable(
  of: CitedSource,
  text: string,
  kind: SourceKind = getSourceKind(of),
): QuotableText {
  const prepared = new Map<SourceKind, Prepared>();
  const isCode = kind === "code";
  const findAs = (quote: string, as: SourceKind): Range | null => {
    const source = prepared.get(as) ?? prepare(text, as, isCode);
    prepared.set(as, source);
    return findWhole(source, foldText(quote, as).text);
  };
  return {
    of,
    text,
    find(quote) {
      const words = quote.trim();
      if (!(isCode ? TELLING_CODE : TELLING_WORDS).test(words)) return null;
      return findAs(words, "code") ?? (isCode ? null : findAs(words, kind));
    },
  };
}

/** Marks alone stand everywhere. In code, three of them may be what a finding is about. */
const TELLING_WORDS = /[\p{L}\p{N}]/u;
const TELLING_CODE = /[\p{L}\p{N}]|\S\s*\S\s*\S/u;

interface Prepared extends FoldedText {
  /** For each place of the text, and its end: 1 where a cut would fall inside a character or, in words, inside a word. */
  insides: Uint8Array;
}

function prepare(original: string, kind: SourceKind, isCode: boolean): Prepared {
  const folded = foldText(original, kind);
  return { ...folded, insides: markInsides(folded.text, isCode) };
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

/** Scripts without spaces between words: a quote may begin and end anywhere in them. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const PART = String.raw`[[\p{L}--${UNSPACED}]\p{M}\p{N}_]+`;

/**
 * A word as a quote may not cut it. What joins two parts belongs to it, as in "can't", "no-fault", "1.5" and
 * "9:30", and so does a number's minus sign.
 */
const WORD = new RegExp(
  String.raw`(?:(?<![\p{L}\p{M}\p{N}_])[\-−]\p{Sc}?(?=\p{N}))?` +
    String.raw`${PART}(?:(?:["'’\uffff‐‑\-]|(?<=\p{N})[.,:\/–](?=\p{N}))${PART})*`,
  "gv",
);
const UNSPACED_LETTER = new RegExp(String.raw`[\p{L}&&${UNSPACED}]`, "gv");

function markInsides(text: string, isCode: boolean): Uint8Array {
  const insides = new Uint8Array(text.length + 1);
  for (const { 0: word, index } of isCode ? [] : text.matchAll(WORD))
    insides.fill(1, index + 1, index + word.length);
  for (const { index } of text.matchAll(/(?<=[\ud800-\udbff])[\udc00-\udfff]/g)) insides[index] = 1;
  return insides;
}

/** How many words a quote has. */
export function countWords(quote: string): number {
  return (quote.match(WORD)?.length ?? 0) + (quote.match(UNSPACED_LETTER)?.length ?? 0);
}
