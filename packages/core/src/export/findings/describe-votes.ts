import type { Finding, FindingVerdict, FindingVote } from "../../protocol/findings.ts";

const VERDICTS: Record<FindingVerdict, string> = {
  uphold: "upholds it",
  refute: "refutes it",
  partly: "agrees in part",
  doubt: "finds nothing that settles it",
};

/** "grace agrees in part, as low: the loop ends earlier". It quotes a model, so it is data. */
export function describeVote({ debater, vote, severity, reason }: FindingVote): string {
  const rated = severity === undefined ? "" : `, as ${severity}`;
  return `${debater} ${VERDICTS[vote]}${rated}${reason === undefined ? "" : `: ${reason}`}`;
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
  const upholding = votes.filter(({ vote }) => vote === "uphold").map(({ debater }) => debater);
  return [
    `found by ${by.join(", ")}`,
    ...(upholding.length > 0 ? [`upheld by ${upholding.join(", ")}`] : []),
    ...(against.length > 0 ? [`refuted by ${against.join(", ")}`] : []),
    ...(by.length === 1 && votes.length === 0 ? ["nobody else checked it"] : []),
  ].join("; ");
}
