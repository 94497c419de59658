import type {
  Finding,
  FindingStatus,
  FindingVote,
  GivenSeverity,
} from "../../protocol/findings.ts";
import { describeSeverity } from "../../record/describe-severity.ts";
import { getShownStatus } from "../../record/finding-status.ts";
import type { MergedFinding } from "./merge.ts";
import { findRepeated, type MemberVote } from "./merge-duplicates.ts";
import { chooseHigherSeverity, findMedianSeverity } from "./severity.ts";

/** A vote with its recorded form. */
export interface CountedVote extends MemberVote {
  recorded: FindingVote;
}

/**
 * Merges findings that members called duplicates, and decides for each whether it is upheld, contested or refuted.
 */
export function decideFindings(
  findings: readonly MergedFinding[],
  votes: readonly (readonly CountedVote[])[],
  names: readonly string[],
): Finding[] {
  const alone = findings.map((finding, index) => weighFinding(finding, votes[index] ?? [], names));
  const repeated = findRepeated(findings, votes);
  const merged = alone.map((finding, index) =>
    alone
      .filter((_, other) => repeated[other] === index)
      .reduce((sum, copy) => joinFindings(sum, copy, names), finding),
  );
  return alone.flatMap((finding, index) => {
    const root = repeated[index] ?? index;
    const finalFinding = toFinding(merged[root] ?? finding);
    // A refuted finding doesn't absorb its duplicates, so that a wrong finding can't take a right one with it.
    if (finalFinding.status === "refuted") {
      if (root === index) return toFinding(finding);
      const cast = judgeAsOriginal(votes[index], findings[root], votes[root]);
      return toFinding(weighFinding(findings[index] as MergedFinding, cast, names));
    }
    return root === index ? finalFinding : [];
  });
}

/**
 * The votes on a duplicate of a finding that was refuted. Who called it a duplicate said the same of both, so their
 * vote on the original counts; without one, they left it open.
 */
function judgeAsOriginal(
  votes: readonly CountedVote[] = [],
  original: MergedFinding | undefined,
  votesOnOriginal: readonly CountedVote[] = [],
): CountedVote[] {
  return votes.map((vote) => {
    if (vote.vote !== "duplicate" || original?.authors.includes(vote.panelIndex)) return vote;
    const onOriginal = votesOnOriginal.find(({ panelIndex }) => panelIndex === vote.panelIndex);
    if (onOriginal?.vote === "duplicate") return vote;
    const { debater, reason } = vote.recorded;
    const open = { debater, vote: "doubt" as const, ...(reason === undefined ? {} : { reason }) };
    return { ...vote, recorded: onOriginal?.recorded ?? open };
  });
}

/** A finding with all votes on it. */
interface WeighedFinding extends Pick<
  Finding,
  "claim" | "severity" | "quotes" | "unseen" | "by" | "votes" | "test"
> {
  also: readonly string[];
  proposals: readonly GivenSeverity[];
  wasChecked: boolean;
}

function weighFinding(
  { claim, also, citations, authors, unseen, reported, test }: MergedFinding,
  cast: readonly CountedVote[],
  names: readonly string[],
): WeighedFinding {
  // Authors uphold their own findings already.
  const votes = cast
    .filter(({ panelIndex }) => !authors.includes(panelIndex))
    .map(({ recorded }) => recorded);
  const proposals = [
    ...reported.map(({ author, severity }) => ({ debater: names[author] ?? "", severity })),
    ...votes.flatMap(({ debater, severity }) => (severity ? [{ debater, severity }] : [])),
  ];
  return {
    claim,
    also,
    severity: findMedianSeverity(proposals.map(({ severity }) => severity)),
    proposals,
    wasChecked: votes.length > 0 || authors.length === names.length,
    quotes: citations,
    ...(unseen === undefined ? {} : { unseen }),
    by: authors.map((author) => names[author] ?? ""),
    votes,
    ...(test === null ? {} : { test: createTest(test, names) }),
  };
}

/** Joins two findings: both claims, all authors, and the higher severity. */
function joinFindings(
  finding: WeighedFinding,
  copy: WeighedFinding,
  names: readonly string[],
): WeighedFinding {
  const by = names.filter((name) => finding.by.includes(name) || copy.by.includes(name));
  return {
    ...copy,
    ...finding,
    also: [...finding.also, copy.claim, ...copy.also],
    severity: chooseHigherSeverity(finding.severity, copy.severity),
    proposals: [...finding.proposals, ...copy.proposals],
    wasChecked: finding.wasChecked || copy.wasChecked || by.length === names.length,
    quotes: [...finding.quotes, ...copy.quotes],
    by,
    // Authors of the duplicate are now authors of this finding, so their votes would count twice.
    votes: finding.votes.filter((vote) => !by.includes(vote.debater) || !upholds(vote)),
  };
}

function toFinding({ also, proposals, wasChecked, ...finding }: WeighedFinding): Finding {
  const { severity, votes } = finding;
  // A member that reported or saw both of two merged findings may have proposed two severities.
  const agreeing = new Set(
    proposals.flatMap((each) => (each.severity === severity ? each.debater : [])),
  );
  const otherProposals = proposals.filter(({ debater }) => !agreeing.has(debater));
  const distinct = new Map(
    otherProposals.map((proposal) => [`${proposal.severity} ${proposal.debater}`, proposal]),
  );
  return {
    ...finding,
    ...(also.length === 0 ? {} : { also: [...also] }),
    otherSeverities: [...distinct.values()],
    status: decideStatus(finding),
    against: votes.filter(({ vote }) => vote === "refute").map(({ debater }) => debater),
    ...(wasChecked ? {} : { unchecked: true as const }),
  };
}

/** Authors uphold their finding. Only votes whose quote is in the material count against it. */
function decideStatus({
  by,
  quotes,
  votes,
}: Pick<Finding, "by" | "quotes" | "votes">): FindingStatus {
  const upholding = by.length + votes.filter(upholds).length;
  const proven = votes.filter(({ vote, quote }) => vote === "refute" && quote?.verified).length;
  if (proven > upholding) return "refuted";
  const opposed = votes.some(({ vote }) => vote === "refute" || vote === "partly");
  return opposed || !quotes.some(({ verified }) => verified) ? "contested" : "upheld";
}

/** A duplicate of a finding that isn't refuted is valid if that one is. */
function upholds({ vote }: FindingVote): boolean {
  return vote === "uphold" || vote === "duplicate";
}

function createTest(
  { author, ...test }: NonNullable<MergedFinding["test"]>,
  names: readonly string[],
): NonNullable<Finding["test"]> {
  return { by: names[author] ?? "", ...test };
}

/** Formats findings as a list of lines. */
export function formatFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No findings.";
  return findings
    .map((finding, index) => {
      return `${index + 1}. ${describeSeverity(finding)}, ${getShownStatus(finding)}: ${finding.claim}`;
    })
    .join("\n");
}
