/*
 * Looks quotes up in their possible sources. A quote must match character by character: in prose from word boundary to
 * word boundary, in code anywhere. The allowed differences depend on the source: see fold-text.ts.
 */
import type { Citation, CitedSource } from "../../protocol/citation.ts";
import { foldText, getSourceKind, type FoldedText, type SourceKind } from "./fold-text.ts";
import { TextIndex } from "./text-index.ts";

/** Range of a quote, in UTF-16 units of the original text. */
type Range = [from: number, to: number];

/** A searchable text. Prepared on the first search, and cached. */
export interface QuotableText {
  of: CitedSource;
  text: string;
  find(quote: string): Range | null;
}

/** Source of a quote that matches no text. */
const UNKNOWN_SOURCE: CitedSource = { source: "position" };

/**
 * Looks a quote up in its possible sources: the first match is its source. A quote without a match is cited
 * from the first source, unverified, and from no document if it could be from several.
 */
export function alignQuote(text: string, sources: readonly QuotableText[]): Citation {
  for (const { of, find } of sources) {
    const at = find(text);
    if (at !== null) return { ...of, text, at, verified: true };
  }
  const { document, ...source } = sources[0]?.of ?? UNKNOWN_SOURCE;
  const isKnown = document !== undefined && sources.every(({ of }) => of.document === document);
  return { ...source, ...(isKnown ? { document } : {}), text, at: null, verified: false };
}

/**
 * Looks up a quotation in prose. The case of its first letter and a final punctuation mark may be those of
 * the surrounding sentence; everything else must match.
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
  const withoutPunctuation = quotation.replace(/[.,;:!?…]$/, "");
  return new Set([
    quotation,
    withoutPunctuation,
    flipFirstCase(quotation),
    flipFirstCase(withoutPunctuation),
  ]);
}

function flipFirstCase(text: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return (first === upper ? first.toLowerCase() : upper) + text.slice(first.length);
}

/** Makes a text searchable. Prefers verbatim matches, apart from whitespace. */
export function createQuotable(
  of: CitedSource,
  text: string,
  kind: SourceKind = getSourceKind(of),
): QuotableText {
  const preparedByKind = new Map<SourceKind, Prepared>();
  const isCode = kind === "code";
  const findByKind = (quote: string, as: SourceKind): Range | null => {
    const folded = foldQuote(quote, as);
    if (folded.length > text.length) return null;
    const source = preparedByKind.get(as) ?? prepare(text, as, isCode);
    preparedByKind.set(as, source);
    return findAtBoundaries(source, folded);
  };
  return {
    of,
    text,
    find(quote) {
      const trimmedQuote = quote.trim();
      if (!(isCode ? SEARCHABLE_CODE : SEARCHABLE_WORDS).test(trimmedQuote)) return null;
      return findByKind(trimmedQuote, "code") ?? (isCode ? null : findByKind(trimmedQuote, kind));
    },
  };
}

/** The quote that was looked up last, folded: one quote is looked up in many sources in turn. */
const lastQuote = { quote: "", folded: new Map<SourceKind, string>() };

function foldQuote(quote: string, kind: SourceKind): string {
  if (quote !== lastQuote.quote) {
    lastQuote.quote = quote;
    lastQuote.folded.clear();
  }
  const folded = lastQuote.folded.get(kind) ?? foldText(quote, kind).text;
  lastQuote.folded.set(kind, folded);
  return folded;
}

/** Rejects quotes of punctuation only, which match everywhere. In code, three signs are enough. */
const SEARCHABLE_WORDS = /[\p{L}\p{N}]/u;
const SEARCHABLE_CODE = /[\p{L}\p{N}]|\S\s*\S\s*\S/u;

interface Prepared extends FoldedText {
  index: TextIndex;
  /** By position, including the end: 1 where a cut would split a character or, in prose, a word. */
  wouldSplit: Uint8Array;
}

function prepare(original: string, kind: SourceKind, isCode: boolean): Prepared {
  const folded = foldText(original, kind);
  const wouldSplit = markSplits(folded.text, isCode);
  return { ...folded, index: new TextIndex(folded.text), wouldSplit };
}

function findAtBoundaries({ index, places, wouldSplit }: Prepared, quote: string): Range | null {
  if (quote === "") return null;
  const from = index.find(quote, (at) => !wouldSplit[at] && !wouldSplit[at + quote.length]);
  return from < 0 ? null : [places[from] ?? 0, (places[from + quote.length - 1] ?? 0) + 1];
}

/** Scripts without spaces between words: a quote may begin and end anywhere. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`;
const PART = String.raw`[[\p{L}--${UNSPACED}]\p{M}\p{N}_]+`;

/**
 * A word that a quote may not split. Includes joined parts, as in "can't", "no-fault", "1.5" and "9:30", and
 * the minus sign of a number.
 */
const WORD = new RegExp(
  String.raw`(?:(?<![\p{L}\p{M}\p{N}_])[\-−]\p{Sc}?(?=\p{N}))?` +
    String.raw`${PART}(?:(?:["'’\uffff‐‑\-]|(?<=\p{N})[.,:\/–](?=\p{N}))${PART})*`,
  "gv",
);
const UNSPACED_LETTER = new RegExp(String.raw`[\p{L}&&${UNSPACED}]`, "gv");

function markSplits(text: string, isCode: boolean): Uint8Array {
  const wouldSplit = new Uint8Array(text.length + 1);
  for (const { 0: word, index } of isCode ? [] : text.matchAll(WORD))
    wouldSplit.fill(1, index + 1, index + word.length);
  for (const { index } of text.matchAll(/(?<=[\ud800-\udbff])[\udc00-\udfff]/g))
    wouldSplit[index] = 1;
  return wouldSplit;
}

/** Number of words in a quote. */
export function countWords(quote: string): number {
  return (quote.match(WORD)?.length ?? 0) + (quote.match(UNSPACED_LETTER)?.length ?? 0);
}
