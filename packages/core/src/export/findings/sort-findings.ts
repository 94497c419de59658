import { SEVERITIES, type Severity } from "../../protocol/findings.ts";

/**
 * The most serious first, and nothing else counts. How many members found it says next to nothing about whether it is
 * valid (docs/evidence.md), so what one of them found alone comes no later.
 */
export function sortBySeverity<T extends { severity: Severity }>(findings: readonly T[]): T[] {
  const rank = ({ severity }: T): number => -SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
