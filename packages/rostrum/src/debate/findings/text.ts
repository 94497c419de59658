import type { Finding } from "../../protocol/findings.ts";

/** Findings as a list of lines. */
export function findingsText(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No findings.";
  return findings
    .map(({ claim, severity, status }, index) => `${index + 1}. ${severity}, ${status}: ${claim}`)
    .join("\n");
}
