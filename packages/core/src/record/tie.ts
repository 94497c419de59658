import type { PartialResult, RankedDebater, TallyRow } from "../protocol/result.ts";
import { countAskedInRounds } from "./asked-members.ts";
import { lacksComparison, UNCOMPARED } from "./uncompared.ts";

/** Rules that count votes. With judges, checkers and rankings, equal votes are no tie. */
const VOTING_RULES = new Set(["majority", "weighted"]);

type Voted = Pick<PartialResult, "decision" | "stopReason" | "review" | "answer">;

/** Answers that share the lead. Null if one leads alone, or if votes don't decide. */
export function findTie({ decision, stopReason, review, answer }: Voted): TallyRow[] | null {
  const { tally, method } = decision;
  if (review !== undefined || tally.length < 2) return null;
  if (stopReason !== "tied" && answer !== null && !VOTING_RULES.has(method)) return null;
  const leaders = findLeaders(tally, method);
  return leaders.length > 1 ? leaders : null;
}

/** Answers with the largest weight if the rule weighs votes, else with the most votes. */
function findLeaders(tally: readonly TallyRow[], method: string): TallyRow[] {
  const count = ({ votes, weight }: TallyRow): number => (method === "weighted" ? weight : votes);
  const maxCount = Math.max(...tally.map(count));
  return tally.filter((row) => count(row) === maxCount);
}

type Counted = Pick<PartialResult, "ranking" | "winner" | "scores"> &
  Pick<PartialResult["decision"], "method" | "tally">;

/**
 * True if no answer leads alone, by points if members ranked. Unlike `findTie`, also if a judge or a checker decided:
 * the panel is divided all the same.
 */
export function isTied({ method, tally, ranking, winner, scores }: Counted): boolean {
  if (ranking && method !== "majority") return isRankedLeadTied(ranking, tally, winner, method);
  // Scores are averaged, and probabilities have no ties.
  if (method === "posterior" || scores !== undefined) return false;
  return findLeaders(tally, method).length > 1;
}

/** True if another answer has as many points as the best. */
function isRankedLeadTied(
  ranking: readonly RankedDebater[],
  tally: readonly TallyRow[],
  winner: string | null,
  method: string,
): boolean {
  // A chairman's answer may differ from every position.
  const best = method === "ranked" ? ranking.find(({ debater }) => debater === winner) : ranking[0];
  const agreeing = tally.find(({ debaters }) => best && debaters.includes(best.debater));
  return ranking.some(
    ({ debater, points }) => points === best?.points && !agreeing?.debaters.includes(debater),
  );
}

/** Says that the vote is tied, or that nobody knows whether it is, and whose answer is shown. Null if it isn't tied. */
export function describeTie(
  result: Voted & Pick<PartialResult, "winner" | "agreement" | "scores" | "rounds">,
): string | null {
  const { decision, answer, winner, agreement, scores, rounds } = result;
  const leaders = findTie(result);
  // Scores are averaged, so equal votes mean nothing.
  if (leaders === null || answer === null || scores !== undefined) return null;
  const winningRow = leaders.find(({ debaters }) => winner !== null && debaters.includes(winner));
  if (winner === null || !winningRow || !agreement) return null;
  const choice = `the rule for ties chose ${winner}'s answer`;
  if (lacksComparison(rounds))
    return `${UNCOMPARED}, so it is unknown whether they agree; ${choice}`;
  const share =
    decision.method === "weighted"
      ? `${leaders.length} answers have the same weight`
      : `${winningRow.votes} of ${countAskedInRounds(rounds)} members each`;
  return `the vote is tied, ${share}; ${choice}`;
}

/** Warns of a tie, in one sentence. */
export function listTied(result: Parameters<typeof describeTie>[0]): string[] {
  const sentence = describeTie(result);
  return sentence === null ? [] : [`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`];
}
