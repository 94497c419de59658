import { SEVERITIES, type Severity } from "../../protocol/findings.ts";

/** One of the four words, in capitals too. Any other word is none: nobody knows how serious it means. */
export function readSeverity(value: unknown): Severity | null {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  return SEVERITIES.find((severity) => severity === word) ?? null;
}
