import type { AnswerReader } from "../../protocol/answer.ts";
import {
  EMPTY_REPORT,
  SEVERITIES,
  type ReportedFinding,
  type Severity,
} from "../../protocol/findings.ts";
import { isPlainObject } from "../../thrown.ts";

/** Maximum number of findings per report: comparing and checking more would take too long. */
export const MAX_FINDINGS = 50;
const MAX_CLAIM_CHARS = 2000;
const MAX_UNSEEN_CHARS = 500;
const MAX_TEST_CHARS = 20_000;

/**
 * Reads `{"findings": [{"claim", "severity", "quote", "unseen"?, "test"?}]}`. `null` if the JSON is no such
 * list, or if any entry is invalid, so that nothing is lost silently.
 */
export function readFindings(json: unknown): ReportedFinding[] | null {
  const list = isPlainObject(json) ? json["findings"] : null;
  if (!Array.isArray(list)) return null;
  const findings = list.map(readFinding);
  if (findings.includes(null)) return null;
  return dropRepeats(findings as ReportedFinding[]);
}

function readFinding(value: unknown): ReportedFinding | null {
  if (typeof value !== "object" || value === null) return null;
  const { claim, severity: word, quote = "", unseen, test } = value as Record<string, unknown>;
  const severity = readSeverity(word);
  if (typeof claim !== "string" || claim.trim() === "" || severity === null) return null;
  if (typeof quote !== "string") return null;
  return {
    claim: claim.trim().slice(0, MAX_CLAIM_CHARS),
    severity,
    quote: quote.trim(),
    ...(typeof unseen === "string" && unseen.trim() !== ""
      ? { unseen: unseen.trim().slice(0, MAX_UNSEEN_CHARS) }
      : {}),
    // A truncated test would fail because it is truncated.
    ...(typeof test === "string" && test.trim() !== "" && test.length <= MAX_TEST_CHARS
      ? { test }
      : {}),
  };
}

/** Reads one of the four severities, ignoring case. `null` for any other value. */
export function readSeverity(value: unknown): Severity | null {
  const word = typeof value === "string" ? value.trim().toLowerCase() : "";
  return SEVERITIES.find((severity) => severity === word) ?? null;
}

/** Merges findings with the same claim and quote, and keeps the higher severity. */
function dropRepeats(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const distinct = new Map<string, ReportedFinding>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.claim, finding.quote]);
    const existing = distinct.get(key);
    if (existing === undefined || isWorse(finding, existing)) distinct.set(key, finding);
  }
  return [...distinct.values()];
}

function isWorse(one: ReportedFinding, other: ReportedFinding): boolean {
  return SEVERITIES.indexOf(one.severity) > SEVERITIES.indexOf(other.severity);
}

/** Findings are merged one by one; lists as a whole are never the same answer. */
export function findingsReader(): AnswerReader<ReportedFinding[]> {
  return {
    basis: "lexical",
    read: ({ json }) => {
      const value = readFindings(json);
      return value && { value, wording: formatReport(value) };
    },
    same: (a, b) => a === b,
    count: (findings) => countBy(findings, ({ severity }) => severity),
  };
}

/** Number of items of each kind that occurs. */
export function countBy<T>(
  items: readonly T[],
  kindOf: (item: T) => string,
): Record<string, number> {
  const groups = Map.groupBy(items, kindOf);
  return Object.fromEntries([...groups].map(([kind, list]) => [kind, list.length]));
}

/** A report in words, one line per finding. */
export function formatReport(findings: readonly ReportedFinding[]): string {
  if (findings.length === 0) return EMPTY_REPORT;
  return findings.map(({ claim, severity }) => `${severity}: ${claim}`).join("\n");
}
