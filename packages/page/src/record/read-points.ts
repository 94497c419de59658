import type { Severity, FindingVerdict } from "@rostrum/core/protocol";
import { capitalize } from "@rostrum/core/support";

/** A reported finding, or a vote on another member's finding. */
export interface Point {
  mark: Severity | FindingVerdict;
  claim: string;
}

const POINT =
  /^(critical|high|medium|low|uphold|refute|partly|doubt|duplicate)(?: \(\w+\))?: (.+)$/;

/** Reads the points of a reply in a review, one per line of its answer. Empty if it has none. */
export function readPoints(answer: string | null): Point[] {
  const lines = (answer ?? "").split("\n").map((line) => POINT.exec(line));
  return lines.flatMap((match) =>
    match ? [{ mark: match[1] as Point["mark"], claim: match[2] ?? "" }] : [],
  );
}

const NUMBERED_VOTE = /^(\d+): (uphold|refute|partly|doubt|duplicate)$/;

const VOTE_WORDS: Record<FindingVerdict, string> = {
  uphold: "agreed on",
  refute: "refuted",
  partly: "agreed in part on",
  doubt: "unsure on",
  duplicate: "repetitions:",
};

/** Describes votes by number in words: "1: uphold, 2: doubt" as "Agreed on 1, unsure on 2". Null for other answers. */
export function describeNumberedVotes(answer: string | null): string | null {
  const votes = (answer ?? "").split(", ").map((vote) => NUMBERED_VOTE.exec(vote));
  if (votes.some((vote) => vote === null)) return null;
  const byVerdict = Map.groupBy(votes, (vote) => vote?.[2] as FindingVerdict);
  const parts = [...byVerdict].map(
    ([verdict, list]) => `${VOTE_WORDS[verdict]} ${list.map((vote) => vote?.[1]).join(" and ")}`,
  );
  return capitalize(parts.join(", "));
}
