import { SEVERITIES, type Severity } from "../../protocol/findings.ts";

/**
 * Sorts by severity; among equals, those outside of the reviewed change come last. The number of members who found a
 * problem says almost nothing about its validity (docs/evidence.md), so it doesn't affect the order.
 */
export function sortBySeverity<T extends { severity: Severity; inChange?: boolean }>(
  findings: readonly T[],
): T[] {
  const rank = ({ severity, inChange }: T): number =>
    Number(inChange === false) - 2 * SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
