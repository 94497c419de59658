import type { FindingVoteKind, Severity } from "../../protocol/findings.ts";

/** A reported finding, or a vote on another member's finding. */
export interface Point {
  mark: Severity | FindingVoteKind;
  /** Severity that a vote proposes. `null`: none. */
  severity: Severity | null;
  claim: string;
}

const POINT =
  /^(critical|high|medium|low|uphold|refute|partly|doubt|duplicate)(?: \((\w+)\))?: (.+)$/;

/** Reads the points of a reply in a review, one per line of its answer. Empty if it has none. */
export function readPoints(answer: string | null): Point[] {
  const lines = (answer ?? "").split("\n").map((line) => POINT.exec(line));
  return lines.flatMap((match) =>
    match
      ? [
          {
            mark: match[1] as Point["mark"],
            severity: (match[2] as Severity | undefined) ?? null,
            claim: match[3] ?? "",
          },
        ]
      : [],
  );
}

/** True if a point is a vote on a finding, false if it reports one. */
export function isVerdict(mark: Point["mark"]): mark is FindingVoteKind {
  return !/^[chml]/.test(mark);
}
