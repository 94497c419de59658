import type { Citation } from "../../protocol/citation.ts";
import type { Finding, FindingStatus, FindingVote } from "../../protocol/findings.ts";
import type { MergedFinding } from "./merge.ts";

/**
 * What becomes of a finding. `others`: how many were there to check it, those who failed among them.
 * Only words that stand in the material refute it; any refutation makes it contested.
 */
export function ruled(
  { claim, severity, citations, authors }: MergedFinding,
  votes: readonly FindingVote[],
  others: number,
  names: readonly string[],
): Finding {
  const against = votes.filter(({ vote }) => vote === "refute");
  const proven = against.filter(({ quote }) => quote?.verified).length;
  return {
    claim,
    severity,
    quotes: citations,
    status: statusOf(proven * 2 > others, against.length > 0, citations),
    by: authors.map((author) => names[author] ?? ""),
    against: against.map(({ debater }) => debater),
    votes: [...votes],
  };
}

function statusOf(
  refuted: boolean,
  opposed: boolean,
  citations: readonly Citation[],
): FindingStatus {
  if (refuted) return "refuted";
  return opposed || !citations.some(({ verified }) => verified) ? "contested" : "upheld";
}
