import { SEVERITIES, type Severity } from "../../protocol/findings.ts";

/**
 * Sorts by severity alone. The number of members who found a problem says almost nothing about its validity
 * (docs/evidence.md), so it doesn't affect the order.
 */
export function sortBySeverity<T extends { severity: Severity }>(findings: readonly T[]): T[] {
  const rank = ({ severity }: T): number => -SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
