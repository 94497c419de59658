import type {
  Finding,
  FindingStatus,
  FindingVote,
  GivenSeverity,
} from "../../protocol/findings.ts";
import { describeSeverity } from "../../record/index.ts";
import type { MergedFinding } from "./merge.ts";

/** What becomes of a finding that others have voted on. */
export function decideFinding(
  finding: MergedFinding,
  votes: readonly FindingVote[],
  names: readonly string[],
): Finding {
  const { claim, severity, citations, authors } = finding;
  return {
    claim,
    severity,
    otherSeverities: findOtherSeverities(finding, votes, names),
    quotes: citations,
    status: decideStatus(finding, votes),
    by: authors.map((author) => names[author] ?? ""),
    against: votes.filter(({ vote }) => vote === "refute").map(({ debater }) => debater),
    votes: [...votes],
    ...(finding.test === null ? {} : { test: describeTest(finding.test, names) }),
  };
}

function describeTest(
  { author, ...test }: NonNullable<MergedFinding["test"]>,
  names: readonly string[],
): Finding["test"] {
  return { by: names[author] ?? "", ...test };
}

/** Who reported a finding upholds it. Only words that stand in the material count against that. */
function decideStatus(
  { authors, citations }: MergedFinding,
  votes: readonly FindingVote[],
): FindingStatus {
  const upholding = authors.length + votes.filter(({ vote }) => vote === "uphold").length;
  const proven = votes.filter(({ vote, quote }) => vote === "refute" && quote?.verified).length;
  if (proven > upholding) return "refuted";
  const opposed = votes.some(({ vote }) => vote === "refute" || vote === "partly");
  return opposed || !citations.some(({ verified }) => verified) ? "contested" : "upheld";
}

function findOtherSeverities(
  { severity: shown, reported }: MergedFinding,
  votes: readonly FindingVote[],
  names: readonly string[],
): GivenSeverity[] {
  const given = [
    ...reported.map(({ author, severity }) => ({ debater: names[author] ?? "", severity })),
    ...votes.flatMap(({ debater, severity }) => (severity ? [{ debater, severity }] : [])),
  ];
  return given.filter(({ severity }) => severity !== shown);
}

/** Findings as a list of lines. */
export function formatFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No findings.";
  return findings
    .map((finding, index) => {
      const { claim, status } = finding;
      return `${index + 1}. ${describeSeverity(finding)}, ${status}: ${claim}`;
    })
    .join("\n");
}
