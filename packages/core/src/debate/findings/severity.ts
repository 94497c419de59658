import { SEVERITIES, type Severity } from "../../protocol/findings.ts";

/** The median of proposals. With an even number, the more serious of the middle two. */
export function findMedianSeverity(proposals: readonly Severity[]): Severity {
  const ranks = proposals.map((severity) => SEVERITIES.indexOf(severity)).sort((a, b) => a - b);
  return SEVERITIES[ranks[Math.floor(ranks.length / 2)] ?? 0] ?? "low";
}

export function chooseHigherSeverity(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other;
}
