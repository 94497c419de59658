import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import { SEVERITIES, type ReportedFinding, type Severity } from "../../protocol/findings.ts";
import { jsonValues } from "../reply/json-values.ts";

/** More than this from one member is not read: comparing them would take too long. */
export const MOST_FINDINGS = 30;

const LONGEST_CLAIM = 2000;

/** Reads `{"findings": [{"claim", "severity", "quote"}]}`, or the list alone. `null`: there is no such list. */
export function readFindings(text: string): ReportedFinding[] | null {
  for (const value of jsonValues(text)) {
    const list = Array.isArray(value) ? value : fieldOf(value, "findings");
    if (!Array.isArray(list)) continue;
    const found = list.flatMap(findingFrom);
    // A list of other things is not a report without findings.
    if (found.length > 0 || list.length === 0) return withoutRepeats(found).slice(0, MOST_FINDINGS);
  }
  return null;
}

function findingFrom(value: unknown): ReportedFinding[] {
  const claim = fieldOf(value, "claim");
  const quote = fieldOf(value, "quote");
  if (typeof claim !== "string" || claim.trim() === "") return [];
  return [
    {
      claim: claim.trim().slice(0, LONGEST_CLAIM),
      severity: severityOf(fieldOf(value, "severity")),
      quote: typeof quote === "string" ? quote.trim() : "",
    },
  ];
}

const OTHER_WORDS: Readonly<Record<string, Severity>> = {
  info: "low",
  minor: "low",
  moderate: "medium",
  major: "high",
  severe: "high",
  blocker: "critical",
};

/** A severity that nobody knows is neither hidden nor blown up. */
function severityOf(value: unknown): Severity {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  const known = SEVERITIES.find((severity) => severity === word);
  return known ?? (Object.hasOwn(OTHER_WORDS, word) ? OTHER_WORDS[word] : undefined) ?? "medium";
}

function withoutRepeats(findings: readonly ReportedFinding[]): ReportedFinding[] {
  return [
    ...new Map(findings.map((each) => [JSON.stringify([each.claim, each.quote]), each])).values(),
  ];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Findings are merged one by one; whole lists are never the same answer. */
export function findingsReader(): AnswerReader<ReportedFinding[]> {
  return {
    basis: "lexical",
    read: (_reading, text): ReadAnswer<ReportedFinding[]> | null => {
      const value = readFindings(text);
      return value && { value, wording: wordingOf(value) };
    },
    same: (a, b) => a === b,
  };
}

function wordingOf(findings: readonly ReportedFinding[]): string {
  if (findings.length === 0) return "no findings";
  return findings.map(({ claim, severity }) => `${severity}: ${claim}`).join("\n");
}
