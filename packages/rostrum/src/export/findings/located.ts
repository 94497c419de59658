import type { Finding } from "../../protocol/findings.ts";
import { diffLines } from "./diff-lines.ts";
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
function located({ document, text }: ReviewedDocument, place: Place): LocatedFinding["at"] {
  const lines = diffLines(text);
  const from = lines?.[place.startLine - 1];
  const to = lines?.[place.endLine - 1];
  if (!from || !to) return { document, ...place };
  return {
    document: from.document,
    startLine: from.line,
    startColumn: Math.max(1, place.startColumn - from.shift),
    endLine: to.line,
    endColumn: Math.max(1, place.endColumn - to.shift),
  };
}

function placeIn(
  { quotes }: Finding,
  documents: readonly ReviewedDocument[],
): LocatedFinding["at"] {
  for (const { document, at, verified } of quotes) {
    const found = documents.find((each) => each.document === document);
    if (verified && at !== null && found) return located(found, placeOf(found.text, at));
  }
  return null;
}
