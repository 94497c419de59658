import type { Finding } from "../../protocol/findings.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { readDiff, readOriginalText, type DiffLine } from "../../record/index.ts";
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
}

/** "src/cart.ts:12:5", on one line. */
export function formatPlace({ at }: LocatedFinding): string {
  if (at === null) return "(no place)";
  const mark = at.removed ? " (removed)" : "";
  return `${toOneLine(at.document)}:${at.startLine}:${at.startColumn}${mark}`;
}

/** Finds the lines of the documents that findings are about, to show them next to the text. */
export function locateFindings(
  findings: readonly Finding[],
  documents: readonly ReviewedDocument[],
): LocatedFinding[] {
  return findings.map((finding) => ({ ...finding, at: locateFinding(finding, documents) }));
}

/**
 * Maps a range of a diff to the changed file: to its lines that are in the new file or, if the change removes all of
 * them, to their old numbers.
 */
function locateRange(
  { document, text }: ReviewedDocument,
  range: readonly [number, number],
): LocatedFinding["at"] {
  const place = findTextRange(text, range);
  // A range that ends with a line break has nothing of the next line.
  const lastLine =
    place.endColumn === 1 && place.endLine > place.startLine ? place.endLine - 1 : place.endLine;
  const rows = (readDiff(text) ?? []).slice(place.startLine - 1, lastLine);
  const [first, ...others] = rows.filter((row) => row !== null);
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
  documents: readonly ReviewedDocument[],
): LocatedFinding["at"] {
  for (const { document, at, verified } of quotes) {
    const reviewedDocument = documents.find((candidate) => candidate.document === document);
    if (verified && at !== null && reviewedDocument) return locateRange(reviewedDocument, at);
  }
  return null;
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
