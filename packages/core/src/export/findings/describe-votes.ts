import { isUnchecked } from "../../record/finding-status.ts";
import type {
  Finding,
  FindingVoteKind,
  FindingVote,
  PlanVerdict,
} from "../../protocol/findings.ts";

const VOTE_TEXTS: Record<FindingVoteKind, string> = {
  uphold: "upholds it",
  refute: "refutes it",
  partly: "agrees in part",
  doubt: "is unsure",
  duplicate: "calls it a repetition",
};

/** "grace agrees in part, as low: the loop ends earlier". Contains model output, so it is data. */
export function describeVote({ debater, reason, ...vote }: FindingVote): string {
  const reasonPart = reason === undefined ? "" : `: ${reason}`;
  return `${debater} ${describeVerdictOfVote(vote)}${reasonPart}`;
}

/** "agrees in part, as low". May contain the claim of another finding, so it is data. */
export function describeVerdictOfVote({
  vote,
  of,
  severity,
}: Pick<FindingVote, "vote" | "of" | "severity">): string {
  const severityPart = severity === undefined ? "" : `, as ${severity}`;
  const originalPart = of === undefined ? "" : ` of “${of}”`;
  return `${VOTE_TEXTS[vote]}${originalPart}${severityPart}`;
}

/** Further remarks on a finding: merged claims, and what it depends on. Contains model output. */
export function listRemarks({ also = [], unseen }: Pick<Finding, "also" | "unseen">): string[] {
  return [
    ...also.map((claim) => `also: ${claim}`),
    ...(unseen === undefined ? [] : [`depends on what was not shown: ${unseen}`]),
  ];
}

const PLAN_WORDS: Record<PlanVerdict, string> = {
  proceed: "Proceed: no serious finding stands.",
  change: "Change the plan first: a finding of high severity stands.",
  reconsider: "Reconsider the plan: a critical finding stands.",
};

export function describeVerdict(verdict: PlanVerdict): string {
  return PLAN_WORDS[verdict];
}

/** "the test that ann wrote passes, so it proves nothing". `null`: there is no test. Contains member names, so it is data. */
export function describeTest({ test }: Pick<Finding, "test">): string | null {
  if (test === undefined) return null;
  const name = `the test that ${test.by} wrote`;
  return test.unprotected
    ? `the command fails with ${name}`
    : `${name} ${TEST_RESULTS[test.verdict]}`;
}

const TEST_RESULTS = {
  fails: "fails",
  passes: "passes, so it proves nothing",
  unknown: "could not be run",
} as const;

/** "found by ann, ben; upheld by cat; refuted by dan". Contains member names, so it is data. */
export function describePeople(finding: Finding): string {
  const { by, against, votes } = finding;
  const upholding = votes
    .filter(({ vote }) => vote === "uphold" || vote === "duplicate")
    .map(({ debater }) => debater);
  return [
    `found by ${by.join(", ")}`,
    ...(upholding.length > 0 ? [`upheld by ${upholding.join(", ")}`] : []),
    ...(against.length > 0 ? [`refuted by ${against.join(", ")}`] : []),
    ...(isUnchecked(finding) ? ["nobody else checked it"] : []),
    ...(finding.status === "contested" && !finding.quotes.some(({ verified }) => verified)
      ? [
          `contested: ${finding.quotes.length === 0 ? "it quotes nothing" : "its quote isn't in the text"}`,
        ]
      : []),
  ].join("; ");
}
