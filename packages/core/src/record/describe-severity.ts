import type { Finding } from "../protocol/findings.ts";

/** Severity of a finding, and dissenting severities: "medium (grace says low)". */
export function describeSeverity(finding: Finding): string {
  const otherSeverities = describeOtherSeverities(finding);
  return otherSeverities === "" ? finding.severity : `${finding.severity} (${otherSeverities})`;
}

/** "grace says low". Empty if all agree, and in runs of versions that didn't store it. */
export function describeOtherSeverities({
  otherSeverities = [],
}: Partial<Pick<Finding, "otherSeverities">>): string {
  return otherSeverities.map(({ debater, severity }) => `${debater} says ${severity}`).join(", ");
}
