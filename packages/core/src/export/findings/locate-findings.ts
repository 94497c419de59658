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
  /** `null`: no quote was found in a document. */
  at: ({ document: string } & TextRange) | null;
}

/** "src/cart.ts:12:5", on one line. */
export function formatPlace({ at }: LocatedFinding): string {
  return at ? `${toOneLine(at.document)}:${at.startLine}:${at.startColumn}` : "(no place)";
}

/** Finds the lines of the documents that findings are about, to show them next to the text. */
export function locateFindings(
  findings: readonly Finding[],
  documents: readonly ReviewedDocument[],
): LocatedFinding[] {
  return findings.map((finding) => ({ ...finding, at: locateFinding(finding, documents) }));
}

/**
 * Maps a range of a diff to the changed file. A removed line maps to the line after it, or to its old number
 * if the file was deleted.
 */
function locateRange(
  { document, text }: ReviewedDocument,
  range: readonly [number, number],
): LocatedFinding["at"] {
  const place = findTextRange(text, range);
  const lines = readDiff(text);
  const from = lines?.[place.startLine - 1];
  const to = lines?.[place.endLine - 1];
  if (!lines || !from || !to) return { document, ...place };
  const isInNewFile = from.line !== null && to.line !== null;
  const start = findLine(lines, from, place.startLine - 1);
  return {
    document: from.document,
    startLine: start,
    startColumn: isInNewFile ? Math.max(0, range[0] - from.from) + 1 : 1,
    endLine: isInNewFile ? findLine(lines, to, place.endLine - 1) : start,
    endColumn: isInNewFile ? Math.max(0, range[1] - to.from) + 1 : 1,
  };
}

function findLine(lines: readonly (DiffLine | null)[], line: DiffLine, index: number): number {
  const isInSameHunk = (candidate: DiffLine | null): boolean =>
    candidate?.line !== null &&
    candidate?.hunk === line.hunk &&
    candidate.document === line.document;
  const nearest =
    lines.slice(index).find(isInSameHunk) ?? lines.slice(0, index).findLast(isInSameHunk);
  return nearest?.line ?? line.oldLine ?? 1;
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
