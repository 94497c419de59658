import { clusterAnswers, readerFor } from "../../answers/index.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { Citation } from "../../protocol/citation.ts";
import { SEVERITIES, type ReportedFinding, type Severity } from "../../protocol/findings.ts";
import { compareAnswers } from "../comparing/compare-answers.ts";
import { withComparisons } from "../comparing/comparison-cache.ts";
import type { DebateState } from "../state.ts";

/** A finding of one member, with its quote looked up. */
export interface CitedFinding extends ReportedFinding {
  /** Panel index. */
  author: number;
  citation: Citation | null;
}

/** What one or more members found. */
export interface MergedFinding {
  claim: string;
  severity: Severity;
  citations: Citation[];
  /** Panel indexes, ascending. */
  authors: number[];
  /** The quote to show, from whoever's stands in the material. */
  shown: { quote: string; verified: boolean };
}

/** Puts together what is the same finding in other words: by rules, then by whoever compares answers. */
export async function mergeFindings(
  state: DebateState,
  findings: readonly CitedFinding[],
): Promise<MergedFinding[]> {
  const reader = claimReader(state);
  const values = findings.map(({ claim }): ReadAnswer<string> => ({
    value: claim,
    wording: claim,
  }));
  await compareAnswers({ ...state, reader }, "positions", 0, values);
  return groupsOf(findings, reader).map((group) =>
    merged(group.map((place) => findings[place] as CitedFinding)),
  );
}

function claimReader({ task, comparisons }: DebateState): AnswerReader<string> {
  const rules = readerFor<string>({ type: "text" }, task.question) as AnswerReader<string>;
  return withComparisons(rules, comparisons) as AnswerReader<string>;
}

/** Whoever lists two findings means two: those are never put together. */
function groupsOf(findings: readonly CitedFinding[], reader: AnswerReader<string>): number[][] {
  const values = findings.map((value): ReadAnswer<CitedFinding> => ({
    value,
    wording: value.claim,
  }));
  const groups = clusterAnswers(values, {
    basis: reader.basis,
    read: () => null,
    same: (a, b) => a === b || (a.author !== b.author && reader.same(a.claim, b.claim)),
  });
  return groups.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

function merged(group: readonly CitedFinding[]): MergedFinding {
  const verified = group.find(({ citation }) => citation?.verified);
  const speaker = (verified ?? group[0]) as CitedFinding;
  return {
    claim: speaker.claim,
    severity:
      SEVERITIES.findLast((each) => group.some(({ severity }) => severity === each)) ?? "low",
    citations: group.flatMap(({ citation }) => citation ?? []),
    authors: [...new Set(group.map(({ author }) => author))].sort((a, b) => a - b),
    shown: { quote: speaker.quote, verified: verified !== undefined },
  };
}
