import { clusterAnswers, createReader } from "../../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { Citation } from "../../protocol/citation.ts";
import { SEVERITIES, type ReportedFinding, type Severity } from "../../protocol/findings.ts";
import { readOriginalText } from "../../record/index.ts";
import { compareAnswers } from "../comparing/compare-answers.ts";
import { withComparisons } from "../comparing/comparisons.ts";
import type { Quote } from "../marks.ts";
import type { Task } from "../resolved-config.ts";
import type { DebateState } from "../state.ts";
import { describeFinding, SAME_PROBLEM, type BroughtTest } from "./prompt.ts";

/** A finding of one member, with its quote looked up. */
export interface CitedFinding extends ReportedFinding {
  /** Panel index. */
  author: number;
  citation: Citation | null;
}

/** What one or more members found. */
export interface MergedFinding {
  claim: string;
  /** The most serious one that was reported. */
  severity: Severity;
  /** What each author gave, by panel index, ascending. */
  reported: { author: number; severity: Severity }[];
  citations: Citation[];
  /** Panel indexes, ascending. */
  authors: number[];
  /** The quote to show, from whoever's stands in the material. */
  quote: string;
  verified: boolean;
  /** The test of the first author who brought one, and what became of it; `null`: nobody did. */
  test: (BroughtTest & { author: number }) | null;
}

/**
 * Puts together what is the same problem in the same place: by rules only where claim and quote are the same
 * words, else by whoever compares answers, with the material in view.
 */
export async function mergeFindings(
  state: DebateState,
  findings: readonly CitedFinding[],
): Promise<MergedFinding[]> {
  const { task, comparisons } = state;
  const reader = withComparisons(findingReader(task.question), comparisons);
  const values = findings.map((value): ReadAnswer<CitedFinding> => {
    const said = describeFinding({ ...value, verified: value.citation?.verified ?? false });
    return { value, wording: `${said}\nSeverity: ${value.severity}` };
  });
  const about = { instruction: SAME_PROBLEM, more: quoteMaterial(task) };
  await compareAnswers({ ...state, reader }, "positions", 0, values, about);
  return clusterAnswers(values, reader)
    .sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))
    .map((group) => mergeGroup(group.map((place) => findings[place] as CitedFinding)));
}

/** Whoever lists two findings means two: those are never put together. */
function findingReader(question: string): AnswerReader<CitedFinding> {
  const words = createReader<string>({ type: "text" }, question) as AnswerReader<string>;
  const isSame = (a: CitedFinding, b: CitedFinding): boolean =>
    a === b ||
    (a.author !== b.author &&
      joinSpace(a.quote) === joinSpace(b.quote) &&
      words.settle?.(a.claim, b.claim) === "same");
  return {
    basis: words.basis,
    read: () => null,
    same: isSame,
    settle: (a, b) => (isSame(a, b) ? "same" : a.author === b.author ? "different" : "open"),
  };
}

function joinSpace(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

/** Without any, the text under review stands in the question, which is shown anyway. */
function quoteMaterial({ material }: Task): Quote[] {
  return material.flatMap((item) => {
    const given = readOriginalText(item);
    if (given === null) return [];
    const { document } = given.of;
    return [
      { label: document === undefined ? "material" : `material, ${document}`, text: given.text },
    ];
  });
}

function mergeGroup(group: readonly CitedFinding[]): MergedFinding {
  const verified = group.find(({ citation }) => citation?.verified);
  const speaker = (verified ?? group[0]) as CitedFinding;
  const tester = [speaker, ...group].find(({ test }) => test !== undefined);
  const reported = group
    .map(({ author, severity }) => ({ author, severity }))
    .sort((a, b) => a.author - b.author);
  return {
    claim: speaker.claim,
    severity:
      SEVERITIES.findLast((each) => group.some(({ severity }) => severity === each)) ?? "low",
    reported,
    citations: group.flatMap(({ citation }) => citation ?? []),
    authors: reported.map(({ author }) => author),
    quote: speaker.quote,
    verified: verified !== undefined,
    test: tester?.test ? { author: tester.author, text: tester.test, verdict: "unknown" } : null,
  };
}
