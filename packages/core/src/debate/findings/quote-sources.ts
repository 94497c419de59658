import { alignQuote, createQuotable, type QuotableText } from "../../answers/quotes/find-quote.ts";
import type { Citation } from "../../protocol/citation.ts";
import { getSourceKind, mayBeCode } from "../../answers/quotes/fold-text.ts";
import { CODE, markMarkdown } from "../../answers/quotes/markdown-marks.ts";
import { createQuoteSources } from "../../record/quotes/sources.ts";
import { readDiff, type DiffLine } from "../../record/read-diff.ts";
import type { DebateState } from "../state/state.ts";

/** Finds the source of a quote, searching the named documents first. */
export type FindQuote = (quote: string, first?: readonly string[]) => Citation;

/**
 * Findings may quote the material. Without material, the text to review is in the question; with material, words of
 * the question prove nothing. A diff is also read as the text before and after the change, because quotes of code
 * leave out the + and - of its lines, and usually quote the new text. Last, quotes are looked up by the rules of code in
 * what may be code: documents whose names don't say what they are, and code in Markdown.
 */
export function createQuoteFinder({ task, ports }: DebateState): FindQuote {
  const context = createQuoteSources(ports.rounds, task.material).context();
  const texts =
    context.length > 0 ? context : [createQuotable({ source: "context" }, task.question)];
  const search = (quote: string, among: readonly QuotableText[]): Citation | null => {
    const sides = among.flatMap(readSidesOnce);
    const plain = among.filter((text) => readSidesOnce(text).length === 0);
    return (
      findInSides(
        quote,
        sides.filter(({ isNew }) => isNew),
      ) ??
      findIn(quote, plain) ??
      findInSides(quote, sides) ??
      findIn(quote, among) ??
      findInSides(quote, among.flatMap(readCodeOnce))
    );
  };
  /** Many findings quote the same words. */
  const citations = new Map<string, Citation>();
  return (quote, first = []) => {
    const key = JSON.stringify([quote, first]);
    const near = texts.filter(({ of }) => of.document !== undefined && first.includes(of.document));
    const citation =
      citations.get(key) ?? search(quote, near) ?? search(quote, texts) ?? alignQuote(quote, texts);
    citations.set(key, citation);
    return citation;
  };
}

function findIn(quote: string, texts: readonly QuotableText[]): Citation | null {
  const citation = alignQuote(quote, texts);
  return citation.verified ? citation : null;
}

function findInSides(quote: string, sides: readonly TextPart[]): Citation | null {
  for (const { text, findInWhole } of sides) {
    const at = text.find(quote);
    if (at !== null) return { ...text.of, text: quote, verified: true, at: findInWhole(at) };
  }
  return null;
}

/** A part of a document that is read as code. */
interface TextPart {
  text: QuotableText;
  /** Maps a range of this text to its place in the document. */
  findInWhole(at: [from: number, to: number]): [from: number, to: number];
}

/** A part of a file before or after a change, from a diff. */
interface DiffSide extends TextPart {
  isNew: boolean;
}

/** Cache: a run and all simulations of it search the same texts, and preparing one is slow. */
const sidesOfTexts = new WeakMap<QuotableText, DiffSide[]>();

function readSidesOnce(text: QuotableText): DiffSide[] {
  const sides = sidesOfTexts.get(text) ?? readSides(text);
  sidesOfTexts.set(text, sides);
  return sides;
}

const codeOfTexts = new WeakMap<QuotableText, TextPart[]>();

function readCodeOnce(text: QuotableText): TextPart[] {
  const parts = codeOfTexts.get(text) ?? readCode(text);
  codeOfTexts.set(text, parts);
  return parts;
}

/** Parts that may be code in a document that is searched as prose. */
function readCode({ of, text }: QuotableText): TextPart[] {
  const kind = getSourceKind(of);
  const ranges = kind === "markdown" ? findCode(text) : [{ from: 0, to: text.length }];
  return kind === "code" || !mayBeCode(of)
    ? []
    : ranges.map(({ from, to }) => ({
        text: createQuotable(of, text.slice(from, to), "code"),
        findInWhole: ([start, end]) => [from + start, from + end],
      }));
}

/** The fences and code spans of a Markdown text. */
function findCode(text: string): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const [at, mark] of markMarkdown(text).entries()) {
    const last = ranges.at(-1);
    if (mark !== CODE) continue;
    if (last?.to === at) last.to = at + 1;
    else ranges.push({ from: at, to: at + 1 });
  }
  return ranges;
}

/** Pieces are searched separately, so that no match spans two of them. */
function readSides({ of, text }: QuotableText): DiffSide[] {
  const pieces: DiffLine[][] = [[]];
  for (const line of readDiff(text) ?? []) {
    if (line === null) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  const filled = pieces.filter((piece) => piece.length > 0);
  return filled.flatMap((piece) => [
    {
      isNew: true,
      ...joinSide(
        of,
        text,
        piece.filter(({ line }) => line !== null),
      ),
    },
    {
      isNew: false,
      ...joinSide(
        of,
        text,
        piece.filter(({ wasThere }) => wasThere),
      ),
    },
  ]);
}

function joinSide(
  of: QuotableText["of"],
  diff: string,
  lines: readonly DiffLine[],
): Omit<DiffSide, "isNew"> {
  const starts: number[] = [];
  let joined = "";
  for (const { from, to } of lines) {
    starts.push(joined.length);
    joined += `${diff.slice(from, to)}\n`;
  }
  const findPlace = (at: number): number => {
    const row = starts.findLastIndex((start) => start <= at);
    return (lines[row]?.from ?? 0) + at - (starts[row] ?? 0);
  };
  return {
    text: createQuotable(of, joined, "code"),
    // Looks up the last character, because the position after it may be on another line.
    findInWhole: ([from, to]) => [findPlace(from), findPlace(to - 1) + 1],
  };
}
