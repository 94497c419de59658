import type { Finding } from "../../protocol/findings.ts";
import { readDiff } from "../../record/index.ts";
import { placeOf, type Place } from "./place.ts";

/** A document that was reviewed. */
export interface ReviewedDocument {
  document: string;
  text: string;
}

/** A finding with the place that its first verified quote stands at. */
export interface LocatedFinding extends Finding {
  /** `null`: none of its quotes stands in a document. */
  at: ({ document: string } & Place) | null;
}

export function locate(
  findings: readonly Finding[],
  documents: readonly ReviewedDocument[],
): LocatedFinding[] {
  return findings.map((finding) => ({ ...finding, at: placeIn(finding, documents) }));
}

/** A finding about a diff is about the file that the diff changes, where its line is still there. */
function placeOfRange(
  { document, text }: ReviewedDocument,
  range: readonly [number, number],
): LocatedFinding["at"] {
  const place = placeOf(text, range);
  const lines = readDiff(text);
  const from = lines?.[place.startLine - 1];
  const to = lines?.[place.endLine - 1];
  if (!from || !to || from.line === null || to.line === null) return { document, ...place };
  return {
    document: from.document,
    startLine: from.line,
    startColumn: Math.max(0, range[0] - from.from) + 1,
    endLine: to.line,
    endColumn: Math.max(0, range[1] - to.from) + 1,
  };
}

function placeIn(
  { quotes }: Finding,
  documents: readonly ReviewedDocument[],
): LocatedFinding["at"] {
  for (const { document, at, verified } of quotes) {
    const found = documents.find((each) => each.document === document);
    if (verified && at !== null && found) return placeOfRange(found, at);
  }
  return null;
}
