import type { PartialResult, TallyRow } from "../protocol/result.ts";
import { countAsked } from "./asked-members.ts";

/** Rules that count votes. With judges, checkers and rankings, equal votes are no tie. */
const VOTING_RULES = new Set(["majority", "weighted"]);

type Voted = Pick<PartialResult, "decision" | "stopReason" | "review" | "answer">;

/** Answers that share the lead. Null if one leads alone, or if votes don't decide. */
export function findTie({ decision, stopReason, review, answer }: Voted): TallyRow[] | null {
  const { tally, method } = decision;
  if (review !== undefined || tally.length < 2) return null;
  if (stopReason !== "tied" && answer !== null && !VOTING_RULES.has(method)) return null;
  const count = ({ votes, weight }: TallyRow): number => (method === "weighted" ? weight : votes);
  const maxCount = Math.max(...tally.map(count));
  const leaders = tally.filter((row) => count(row) === maxCount);
  return leaders.length > 1 ? leaders : null;
}

/** Says that the vote is tied, and whose answer is shown. Null if it isn't tied. */
export function describeTie(
  result: Voted & Pick<PartialResult, "winner" | "agreement" | "scores" | "rounds">,
): string | null {
  const { decision, answer, winner, agreement, scores, rounds } = result;
  const leaders = findTie(result);
  // Scores are averaged, so equal votes mean nothing.
  if (leaders === null || answer === null || scores !== undefined) return null;
  const winningRow = leaders.find(({ debaters }) => winner !== null && debaters.includes(winner));
  if (winner === null || !winningRow || !agreement) return null;
  const share =
    decision.method === "weighted"
      ? `${leaders.length} answers have the same weight`
      : `${winningRow.votes} of ${countAsked(rounds)} members each`;
  return `the vote is tied, ${share}; the rule for ties chose ${winner}'s answer`;
}

/** Warns of a tie, in one sentence. */
export function listTied(result: Parameters<typeof describeTie>[0]): string[] {
  const sentence = describeTie(result);
  return sentence === null ? [] : [`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`];
}
