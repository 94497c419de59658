import type { Severity, FindingVerdict } from "@rostrum/core/protocol";

/** A reported finding, or a vote on another member's finding. */
export interface Point {
  mark: Severity | FindingVerdict;
  claim: string;
}

const POINT =
  /^(critical|high|medium|low|uphold|refute|partly|doubt|duplicate)(?: \(\w+\))?: (.+)$/;

/** Reads the points of a reply in a review, one per line of its answer. Empty if it has none. */
export function readPoints(answer: string | null): Point[] {
  const lines = (answer ?? "").split("\n").map((line) => POINT.exec(line));
  return lines.flatMap((match) =>
    match ? [{ mark: match[1] as Point["mark"], claim: match[2] ?? "" }] : [],
  );
}
