import type { Severity, FindingVerdict } from "@rostrum/core/protocol";

/** A finding that a reply reports, or what it says of another's. */
export interface Point {
  mark: Severity | FindingVerdict;
  claim: string;
}

const POINT =
  /^(critical|high|medium|low|uphold|refute|partly|doubt|duplicate)(?: \(\w+\))?: (.+)$/;

/** The points of a reply to a review, one per line of its answer. Empty: it has none. */
export function readPoints(answer: string | null): Point[] {
  const lines = (answer ?? "").split("\n").map((line) => POINT.exec(line));
  return lines.flatMap((found) =>
    found ? [{ mark: found[1] as Point["mark"], claim: found[2] ?? "" }] : [],
  );
}
