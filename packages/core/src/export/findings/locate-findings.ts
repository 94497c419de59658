import type { Finding } from "../../protocol/findings.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { readDiff, readOriginalText, type DiffLine } from "../../record/index.ts";
import { toOneLine } from "../../visible.ts";

/** A document that was reviewed, as the panel read it. */
export interface ReviewedDocument {
  document: string;
  text: string;
}

/** The documents of a review, from the context of its run. */
export function listReviewedDocuments(context: readonly RecordedItem[] = []): ReviewedDocument[] {
  return context.flatMap((item) => {
    const original = readOriginalText(item);
    const document = original?.of.document;
    return original === null || document === undefined ? [] : [{ document, text: original.text }];
  });
}

/** A finding with the place that its first verified quote stands at. */
export interface LocatedFinding extends Finding {
  /** `null`: none of its quotes stands in a document. */
  at: ({ document: string } & TextRange) | null;
}

/** "src/cart.ts:12:5", on one line. */
export function formatPlace({ at }: LocatedFinding): string {
  return at ? `${toOneLine(at.document)}:${at.startLine}:${at.startColumn}` : "(no place)";
}

/** Finds the lines of the documents that findings are about, for showing them next to the text. */
export function locateFindings(
  findings: readonly Finding[],
  documents: readonly ReviewedDocument[],
): LocatedFinding[] {
  return findings.map((finding) => ({ ...finding, at: locateFinding(finding, documents) }));
}

/**
 * A finding about a diff is about the file that the diff changes. A line that the change takes out is found at the line that
 * comes after it, or where it was if the file is gone.
 */
function locateRange(
  { document, text }: ReviewedDocument,
  range: readonly [number, number],
): LocatedFinding["at"] {
  const place = findPlace(text, range);
  const lines = readDiff(text);
  const from = lines?.[place.startLine - 1];
  const to = lines?.[place.endLine - 1];
  if (!lines || !from || !to) return { document, ...place };
  const isThere = from.line !== null && to.line !== null;
  const start = findLine(lines, from, place.startLine - 1);
  return {
    document: from.document,
    startLine: start,
    startColumn: isThere ? Math.max(0, range[0] - from.from) + 1 : 1,
    endLine: isThere ? findLine(lines, to, place.endLine - 1) : start,
    endColumn: isThere ? Math.max(0, range[1] - to.from) + 1 : 1,
  };
}

function findLine(lines: readonly (DiffLine | null)[], line: DiffLine, index: number): number {
  const own = (each: DiffLine | null): boolean =>
    each?.line !== null && each?.hunk === line.hunk && each.document === line.document;
  const there = lines.slice(index).find(own) ?? lines.slice(0, index).findLast(own);
  return there?.line ?? line.oldLine ?? 1;
}

function locateFinding(
  { quotes }: Finding,
  documents: readonly ReviewedDocument[],
): LocatedFinding["at"] {
  for (const { document, at, verified } of quotes) {
    const found = documents.find((each) => each.document === document);
    if (verified && at !== null && found) return locateRange(found, at);
  }
  return null;
}

/** Where a piece of text stands, counted as editors do: lines and columns from 1, columns in UTF-16 units. */
export interface TextRange {
  startLine: number;
  startColumn: number;
  endLine: number;
  /** One past the last character. */
  endColumn: number;
}

/** Lines end with \n, \r\n or \r. */
export function findPlace(text: string, [from, to]: readonly [number, number]): TextRange {
  const start = findPoint(text, from);
  const end = findPoint(text, to);
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

function findPoint(text: string, offset: number): { line: number; column: number } {
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
