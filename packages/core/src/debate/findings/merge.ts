import { clusterAnswers } from "../../answers/cluster.ts";
import { createReader } from "../../answers/create-reader.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { ReportedFinding, Severity } from "../../protocol/findings.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import { compareAnswers } from "../comparing/compare-answers.ts";
import { withComparisons } from "../state/comparisons.ts";
import type { Quote } from "../prompts/marks.ts";
import type { Task } from "../config/resolved-config.ts";
import type { DebateState } from "../state/state.ts";
import { listTexts, quoteExcerpts } from "./excerpts.ts";
import { renderFinding, SAME_CAUSE, type BroughtTest } from "../prompts/findings-prompts.ts";
import { findMedianSeverity } from "./severity.ts";

/** A finding of one member, with its quote looked up. */
export interface CitedFinding extends ReportedFinding {
  /** Panel index. */
  author: number;
  citation: Citation | null;
}

/** A finding with everyone who reported it. */
export interface MergedFinding {
  claim: string;
  /** Other claims with the same cause. */
  also: readonly string[];
  /** The median of the reported severities. */
  severity: Severity;
  /** Severity that each author proposed, by panel index, ascending. */
  reported: { author: number; severity: Severity }[];
  citations: Citation[];
  /** Panel indexes, ascending. */
  authors: number[];
  /** The first quote that was found in the material, else the first quote. */
  quote: string;
  verified: boolean;
  /** Code that the claim depends on and that its author hasn't seen. Absent if there is none. */
  unseen?: string;
  /** The test of the first author who wrote one, with its result; `null` if there is none. */
  test: (BroughtTest & { author: number }) | null;
}

/**
 * Merges findings that have the same cause. Identical words of claim and quote are merged by rule; otherwise the comparer
 * decides, with the material in its prompt.
 */
export async function mergeFindings(
  state: DebateState,
  findings: readonly CitedFinding[],
  /** If the material is too long for one call, only the lines around the quotes are shown. */
  isSplit: boolean,
): Promise<MergedFinding[]> {
  const { task, comparisons, ports } = state;
  // The comparer must not remove findings.
  const reader = {
    ...withComparisons(findingReader(task.question, findings), comparisons),
    isNone: () => false,
  };
  const values = findings.map((value): ReadAnswer<CitedFinding> => {
    const description = renderFinding({ ...value, verified: value.citation?.verified ?? false });
    return { value, wording: `${description}\nSeverity: ${value.severity}` };
  });
  const citations = findings.flatMap(({ citation }) => citation ?? []);
  const excerpts = isSplit
    ? quoteExcerpts(listTexts(task.material, ports.rounds), citations)
    : quoteMaterial(task);
  const matter = { instruction: SAME_CAUSE, more: excerpts };
  await compareAnswers({ ...state, reader }, "positions", 0, values, matter);
  return clusterAnswers(values, reader)
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
    .map((group) => mergeGroup(group.map((index) => findings[index] as CitedFinding)));
}

function findingReader(
  question: string,
  findings: readonly CitedFinding[],
): AnswerReader<CitedFinding> {
  const claimReader = createReader<string>({ type: "text" }, question) as AnswerReader<string>;
  // Each finding is compared with every other one.
  const quotes = new Map(findings.map((finding) => [finding, joinSpace(finding.quote)]));
  const isSame = (a: CitedFinding, b: CitedFinding): boolean =>
    a === b ||
    (quotes.get(a) === quotes.get(b) && claimReader.compareByRules?.(a.claim, b.claim) === "same");
  return {
    basis: claimReader.basis,
    read: () => null,
    same: isSame,
    compareByRules: (a, b) => (isSame(a, b) ? "same" : "open"),
  };
}

function joinSpace(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Without material, the text under review is in the question, which is shown anyway. */
function quoteMaterial({ material }: Task): Quote[] {
  return material.flatMap((item) => {
    const original = readOriginalText(item);
    if (original === null) return [];
    const { document } = original.of;
    return [
      { label: document === undefined ? "material" : `material, ${document}`, text: original.text },
    ];
  });
}

function mergeGroup(group: readonly CitedFinding[]): MergedFinding {
  const verified = group.find(({ citation }) => citation?.verified);
  const speaker = (verified ?? group[0]) as CitedFinding;
  const tester = [speaker, ...group].find(({ test }) => test !== undefined);
  const unseen = [speaker, ...group].find((finding) => finding.unseen !== undefined)?.unseen;
  const reported = group
    .map(({ author, severity }) => ({ author, severity }))
    .sort((a, b) => a.author - b.author);
  const claims = new Set(group.map(({ claim }) => claim));
  claims.delete(speaker.claim);
  return {
    claim: speaker.claim,
    also: [...claims],
    severity: findMedianSeverity(reported.map(({ severity }) => severity)),
    reported,
    citations: group.flatMap(({ citation }) => citation ?? []),
    authors: [...new Set(reported.map(({ author }) => author))],
    quote: speaker.quote,
    verified: verified !== undefined,
    ...(unseen === undefined ? {} : { unseen }),
    test: tester?.test ? { author: tester.author, text: tester.test, verdict: "unknown" } : null,
  };
}
