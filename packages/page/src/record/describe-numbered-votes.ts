import type { FindingVerdict } from "@rostrum/core/protocol";
import { capitalize } from "@rostrum/core/support";

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
