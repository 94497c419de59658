import { describeVerdict } from "@rostrum/core/export";
import type { Finding, PartialResult, Severity } from "@rostrum/core/protocol";
import { findFirstSentence } from "../text/sentences.ts";
import { countWord } from "./count-word.ts";

/** Most serious first. */
export const SEVERITIES_WORST_FIRST: readonly Severity[] = ["critical", "high", "medium", "low"];

/** Summarizes a review in one line: the verdict on a plan, and the number of serious findings. */
export function describeReviewHeadline({
  findings = [],
  verdict,
}: Pick<PartialResult, "findings" | "verdict">): string {
  const standing = listStanding(findings);
  const [worst] = standing;
  const worstFindings = standing.filter(({ severity }) => severity === worst?.severity);
  const noun = worstFindings.length === 1 ? "finding" : "findings";
  if (verdict) {
    const [word = ""] = describeVerdict(verdict).split(/[: ]/, 1);
    return verdict === "proceed" || !worst
      ? `${word}: no serious finding stands`
      : `${word}: ${countWord(worstFindings.length)} ${worst.severity} ${noun}`;
  }
  if (findings.length === 0) return "Nothing was found";
  if (!worst) return "Every finding was refuted";
  const count = `${countWord(worstFindings.length, true)} ${worst.severity} ${noun}`;
  if (worst.severity === "low") return `${count}, nothing more serious`;
  const contested = worstFindings.filter(({ status }) => status === "contested").length;
  return `${count} to fix${describeContested(contested, worstFindings.length)}`;
}

function describeContested(contested: number, total: number): string {
  if (contested === 0) return "";
  if (contested === total) return total === 1 ? ", contested" : ", all contested";
  return `, ${countWord(contested)} of them contested`;
}

/** Findings that were not refuted, most serious first. */
export function listStanding<T extends Finding>(findings: readonly T[]): T[] {
  return findings
    .filter(({ status }) => status !== "refuted")
    .toSorted(
      (a, b) =>
        SEVERITIES_WORST_FIRST.indexOf(a.severity) - SEVERITIES_WORST_FIRST.indexOf(b.severity),
    );
}

const MIN_TITLE_CHARS = 20;
const MAX_TITLE_CHARS = 180;

/** Splits a claim into its first sentence as a title, and the rest of its text. */
export function splitClaim(claim: string): { title: string; rest: string } {
  const text = claim.trim();
  const end = findFirstSentence(text, MIN_TITLE_CHARS, MAX_TITLE_CHARS);
  const title = end === 0 ? text : text.slice(0, end);
  return { title: title.replace(/\.$/u, ""), rest: text.slice(title.length).trim() };
}
