import type { Finding } from "../protocol/findings.ts";

/** How serious a finding is, and who says otherwise: "medium (grace says low)". */
export function describeSeverity({
  severity,
  otherSeverities,
}: Pick<Finding, "severity" | "otherSeverities">): string {
  if (otherSeverities.length === 0) return severity;
  const others = otherSeverities.map((other) => `${other.debater} says ${other.severity}`);
  return `${severity} (${others.join(", ")})`;
}
