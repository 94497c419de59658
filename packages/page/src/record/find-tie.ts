import type { PartialResult, TallyRow } from "@rostrum/core/protocol";

/** Rules that count votes. With judges, checkers and rankings, equal votes are no tie. */
const VOTING_RULES = new Set(["majority", "weighted"]);

/** Answers that share the lead. Null if one leads alone, or if votes don't decide. */
export function findTie({
  decision,
  stopReason,
  review,
  answer,
}: PartialResult): TallyRow[] | null {
  const { tally, method } = decision;
  if (review !== undefined || tally.length < 2) return null;
  if (stopReason !== "tied" && answer !== null && !VOTING_RULES.has(method)) return null;
  const count = ({ votes, weight }: TallyRow): number => (method === "weighted" ? weight : votes);
  const maxCount = Math.max(...tally.map(count));
  const leaders = tally.filter((row) => count(row) === maxCount);
  return leaders.length > 1 ? leaders : null;
}
