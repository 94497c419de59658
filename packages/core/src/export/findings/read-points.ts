import {
  FINDING_VOTES,
  SEVERITIES,
  type FindingVerdict,
  type Severity,
} from "../../protocol/findings.ts";

/** A reported finding, or a vote on another member's finding. */
export interface Point {
  mark: Severity | FindingVerdict;
  /** Severity that a vote proposes. `null`: none. */
  severity: Severity | null;
  claim: string;
}

const SEVERITY_WORDS = SEVERITIES.join("|");
const POINT = new RegExp(
  `^(${SEVERITY_WORDS}|${FINDING_VOTES.join("|")})(?: \\((${SEVERITY_WORDS})\\))?: (.+)$`,
);

/** Reads the points of a reply in a review from its answer. A claim may have several lines. Empty if it has none. */
export function readPoints(answer: string | null): Point[] {
  const points: Point[] = [];
  for (const line of (answer ?? "").split("\n")) {
    const [, mark, severity, claim] = POINT.exec(line) ?? [];
    const last = points.at(-1);
    if (claim !== undefined)
      points.push({
        mark: mark as Point["mark"],
        severity: (severity as Severity | undefined) ?? null,
        claim,
      });
    else if (last !== undefined) last.claim += `\n${line}`;
  }
  return points;
}

/** True if a point is a vote on a finding, false if it reports one. */
export function isVerdict(mark: Point["mark"]): mark is FindingVerdict {
  return (FINDING_VOTES as readonly string[]).includes(mark);
}
