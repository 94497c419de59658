import { omitUndefined } from "../../omit-undefined.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { Finding } from "../../protocol/findings.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { describeSeverity } from "../../record/describe-severity.ts";
import { getShownStatus } from "../../record/finding-status.ts";
import { readDiff, type DiffLine } from "../../record/read-diff.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import { toOneLine } from "../../visible.ts";

/** A reviewed document, as the panel read it. */
export interface ReviewedDocument {
  document: string;
  text: string;
}

/** Documents of a review, from the context of its run. */
export function listReviewedDocuments(context: readonly RecordedItem[] = []): ReviewedDocument[] {
  return context.flatMap((item) => {
    const original = readOriginalText(item);
    const document = original?.of.document;
    return original === null || document === undefined ? [] : [{ document, text: original.text }];
  });
}

/** A finding and the location of its first verified quote. */
export interface LocatedFinding extends Finding {
  /** `null`: no quote was found in a document. `removed`: a change removes these lines, so their numbers are the old ones. */
  at: ({ document: string; removed?: true } & TextRange) | null;
  /** True if the change adds or removes a quoted line. Undefined if no change was reviewed, or no quote is in its files. */
  inChange?: boolean;
}

/** "src/cart.ts:12:5", on one line. */
export function formatPlace({
  at,
  quotes = [],
}: Pick<LocatedFinding, "at"> & Partial<Pick<LocatedFinding, "quotes">>): string {
  if (at === null) {
    const document = quotes.find((quote) => quote.document !== undefined)?.document;
    return document === undefined ? "(no line)" : `${toOneLine(document)} (no line)`;
  }
  const mark = at.removed ? " (removed)" : "";
  return `${toOneLine(at.document)}:${at.startLine}:${at.startColumn}${mark}`;
}

/** "high (grace says low), upheld", and whether it is only about untouched lines. Contains member names, so it is data. */
export function describeStanding(finding: Finding & Pick<LocatedFinding, "inChange">): string {
  const mark = finding.inChange === false ? " (not in this change)" : "";
  return `${describeSeverity(finding)}, ${getShownStatus(finding)}${mark}`;
}

/** Finds the lines of the documents that findings are about, to show them next to the text. */
export function locateFindings(
  findings: readonly Finding[],
  documents: readonly ReviewedDocument[],
): LocatedFinding[] {
  const texts = readDocuments(documents);
  const addedLines = listAddedLines(texts);
  return findings.map((finding) => ({
    ...finding,
    at: locateFinding(finding, texts),
    ...omitUndefined({ inChange: isInChange(finding, texts, addedLines) }),
  }));
}

/** A document and, if it is a diff, the file lines that its lines show. */
interface ReadDocument extends ReviewedDocument {
  rows: ReturnType<typeof readDiff>;
}

function readDocuments(documents: readonly ReviewedDocument[]): ReadDocument[] {
  return documents.map((each) => ({ ...each, rows: readDiff(each.text) }));
}

/** Keys of the lines that diffs among the documents add to files. `null`: none of the documents is a diff. */
function listAddedLines(documents: readonly ReadDocument[]): Set<string> | null {
  const diffs = documents.flatMap(({ rows }) => (rows === null ? [] : [rows]));
  if (diffs.length === 0) return null;
  const added = diffs.flat().filter((row) => row !== null && !row.wasThere) as DiffLine[];
  return new Set(added.map(({ document, line }) => makeLineKey(document, line)));
}

const makeLineKey = (document: string, line: number | null): string => `${line} ${document}`;

/**
 * Undefined if no change was reviewed, or no quote was found in its files: a change may break a caller that only a tool
 * has shown.
 */
function isInChange(
  { quotes }: Finding,
  documents: readonly ReadDocument[],
  addedLines: Set<string> | null,
): boolean | undefined {
  if (addedLines === null) return undefined;
  const marks = quotes.flatMap(({ document, at, verified }) => {
    const source = documents.find((candidate) => candidate.document === document);
    if (!verified || at === null || source === undefined) return [];
    const [first, last] = findLines(findTextRange(source.text, at));
    if (source.rows !== null)
      return source.rows
        .slice(first - 1, last)
        .some((row) => row !== null && (row.line === null || !row.wasThere));
    // A whole file next to the diff of a pull request.
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return numbers.some((line) => addedLines.has(makeLineKey(source.document, line)));
  });
  return marks.length === 0 ? undefined : marks.includes(true);
}

/** First and last line of a range. One that ends with a line break has nothing of the next line. */
function findLines({ startLine, endLine, endColumn }: TextRange): [first: number, last: number] {
  return [startLine, endColumn === 1 && endLine > startLine ? endLine - 1 : endLine];
}

/**
 * Maps a range of a diff to the changed file: to its lines that are in the new file or, if the change removes all of
 * them, to their old numbers.
 */
function locateRange(
  { document, text, rows }: ReadDocument,
  range: readonly [number, number],
): LocatedFinding["at"] {
  const place = findTextRange(text, range);
  const [firstLine, lastLine] = findLines(place);
  const quotedRows = (rows ?? []).slice(firstLine - 1, lastLine);
  const [first, ...others] = quotedRows.filter((row) => row !== null);
  if (first === undefined) return { document, ...place };
  const ofFile = [first, ...others.filter((row) => row.document === first.document)];
  const remaining = ofFile.filter(({ line }) => line !== null);
  const isRemoved = remaining.length === 0;
  const shownRows = isRemoved ? ofFile : remaining;
  const start = shownRows[0] ?? first;
  const end = shownRows.at(-1) ?? first;
  const getNumber = ({ line, oldLine }: DiffLine): number => line ?? oldLine ?? 1;
  return {
    document: first.document,
    startLine: getNumber(start),
    startColumn: Math.max(0, range[0] - start.from) + 1,
    endLine: getNumber(end),
    endColumn: Math.max(0, Math.min(range[1], end.to) - end.from) + 1,
    ...(isRemoved ? { removed: true as const } : {}),
  };
}

function locateFinding(
  { quotes }: Finding,
  documents: readonly ReadDocument[],
): LocatedFinding["at"] {
  for (const quote of quotes) {
    const at = locateIn(quote, documents);
    if (at !== null) return at;
  }
  return null;
}

/** Location of a quote. `null`: it was not found in a document. */
export function locateQuote(
  quote: Citation,
  documents: readonly ReviewedDocument[],
): LocatedFinding["at"] {
  const source = documents.filter(({ document }) => document === quote.document);
  return locateIn(quote, readDocuments(source));
}

function locateIn(
  { document, at, verified }: Citation,
  documents: readonly ReadDocument[],
): LocatedFinding["at"] {
  const source = documents.find((candidate) => candidate.document === document);
  return verified && at !== null && source !== undefined ? locateRange(source, at) : null;
}

/** Range of a text, as counted by editors: lines and columns from 1, columns in UTF-16 units. */
export interface TextRange {
  startLine: number;
  startColumn: number;
  endLine: number;
  /** One past the last character. */
  endColumn: number;
}

/** Lines end at \n, \r\n or \r. */
function findTextRange(text: string, [from, to]: readonly [number, number]): TextRange {
  const start = findLineAndColumn(text, from);
  const end = findLineAndColumn(text, to);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function findLineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (const { index, 0: ending } of text.matchAll(/\r\n|\n|\r/g)) {
    const next = index + ending.length;
    if (next > offset) break;
    line += 1;
    lineStart = next;
  }
  return { line, column: offset - lineStart + 1 };
}
