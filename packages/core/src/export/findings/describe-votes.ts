import type { Finding, FindingVerdict, FindingVote, PlanVerdict } from "../../protocol/findings.ts";

const VERDICTS: Record<FindingVerdict, string> = {
  uphold: "upholds it",
  refute: "refutes it",
  partly: "agrees in part",
  doubt: "finds nothing that settles it",
  duplicate: "calls it a repetition",
};

/** "grace agrees in part, as low: the loop ends earlier". It quotes a model, so it is data. */
export function describeVote({ debater, vote, of, severity, reason }: FindingVote): string {
  const rated = severity === undefined ? "" : `, as ${severity}`;
  const repeated = of === undefined ? "" : ` of “${of}”`;
  const why = reason === undefined ? "" : `: ${reason}`;
  return `${debater} ${VERDICTS[vote]}${repeated}${rated}${why}`;
}

/** What else there is to say of a finding: claims that were merged into it, and what it rests on. It quotes models. */
export function listRemarks({ also = [], unseen }: Pick<Finding, "also" | "unseen">): string[] {
  return [
    ...also.map((claim) => `also: ${claim}`),
    ...(unseen === undefined ? [] : [`rests on what was not shown: ${unseen}`]),
  ];
}

const PLAN_WORDS: Record<PlanVerdict, string> = {
  proceed: "Proceed: no serious finding stands.",
  change: "Change the plan first: a finding of high severity stands.",
  reconsider: "Reconsider the plan: a critical finding stands.",
};

/** What a review of a plan comes to. */
export function describeVerdict(verdict: PlanVerdict): string {
  return PLAN_WORDS[verdict];
}

/** "the test that ann wrote fails"; `null`: nobody wrote one. It has the name that a member was given. */
export function describeTest({ test }: Pick<Finding, "test">): string | null {
  return test === undefined ? null : `the test that ${test.by} wrote ${TESTED[test.verdict]}`;
}

const TESTED = {
  fails: "fails",
  passes: "passes, so it shows nothing",
  unknown: "could not be run",
} as const;

/** "found by ann, ben; upheld by cat; refuted by dan". It has the names that members were given. */
export function describePeople({ by, against, votes }: Finding): string {
  const upholding = votes
    .filter(({ vote }) => vote === "uphold" || vote === "duplicate")
    .map(({ debater }) => debater);
  return [
    `found by ${by.join(", ")}`,
    ...(upholding.length > 0 ? [`upheld by ${upholding.join(", ")}`] : []),
    ...(against.length > 0 ? [`refuted by ${against.join(", ")}`] : []),
    ...(by.length === 1 && votes.length === 0 ? ["nobody else checked it"] : []),
  ].join("; ");
}
