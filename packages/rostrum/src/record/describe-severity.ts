import type { Finding } from "../protocol/findings.ts";

type Rated = Pick<Finding, "severity" | "otherSeverities">;

/** How serious a finding is, and who says otherwise: "medium (grace says low)". */
export function describeSeverity(finding: Rated): string {
  const others = describeOtherSeverities(finding);
  return others === "" ? finding.severity : `${finding.severity} (${others})`;
}

/** "grace says low"; empty where nobody says otherwise. */
export function describeOtherSeverities({ otherSeverities }: Rated): string {
  return otherSeverities.map(({ debater, severity }) => `${debater} says ${severity}`).join(", ");
}
