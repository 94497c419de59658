import type { Finding } from "../../protocol/findings.ts";
import { describeSeverity } from "../../record/index.ts";

/** Findings as a list of lines. */
export function findingsText(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No findings.";
  return findings
    .map((finding, index) => {
      const { claim, status } = finding;
      return `${index + 1}. ${describeSeverity(finding)}, ${status}: ${claim}`;
    })
    .join("\n");
}
