import type { Finding } from "../protocol/findings.ts";

/** How serious a finding is, and who says otherwise: "medium (grace says low)". */
export function describeSeverity(finding: Finding): string {
  const others = describeOtherSeverities(finding);
  return others === "" ? finding.severity : `${finding.severity} (${others})`;
}

/** "grace says low"; empty where nobody says otherwise, and in runs of versions that didn't store it. */
export function describeOtherSeverities({
  otherSeverities = [],
}: Partial<Pick<Finding, "otherSeverities">>): string {
  return otherSeverities.map(({ debater, severity }) => `${debater} says ${severity}`).join(", ");
}
