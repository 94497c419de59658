import { SEVERITIES, type Severity } from "../../protocol/findings.ts";

/** The median of proposals. With an even number, halfway between the middle two, rounded up. */
export function findMedianSeverity(proposals: readonly Severity[]): Severity {
  const ranks = proposals.map((severity) => SEVERITIES.indexOf(severity)).sort((a, b) => a - b);
  const [below = 0, above = 0] = [(ranks.length - 1) / 2, ranks.length / 2].map(
    (place) => ranks[Math.floor(place)],
  );
  return SEVERITIES[Math.ceil((below + above) / 2)] ?? "low";
}

export function chooseHigherSeverity(one: Severity, other: Severity): Severity {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other;
}
