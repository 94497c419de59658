import type { PartialResult } from "../protocol/result.ts";
import { clipLine } from "../visible.ts";
import { formatPercent } from "../format.ts";
import { describeTie, isTied, listTied } from "./tie.ts";
import { lacksComparison, UNCOMPARED } from "./uncompared.ts";

/** Why a person should look: too few members agree, or any other cause. */
export interface Escalation {
  kind: "support" | "division";
  /** A clause: "only 40% agree". */
  text: string;
}

/** Says in one sentence that the vote is tied, or why else a person should look. Empty after a person's review. */
export function listEscalated(result: PartialResult): string[] {
  const tied = listTied(result);
  if (tied.length > 0) return tied;
  return result.escalateToHuman && result.review === undefined
    ? [`A person should review this: ${findEscalation(result).text}.`]
    : [];
}

/** The cause of an escalation, for a result that is escalated. */
export function findEscalation(result: PartialResult): Escalation {
  const text = describeDivision(result);
  if (text !== null) return { kind: "division", text };
  const known = lacksComparison(result.rounds) ? "are known to " : "";
  return { kind: "support", text: `only ${formatPercent(result.agreement ?? 0)} ${known}agree` };
}

/** With stakes, the cost of an error decides, not the agreement. */
function describeHandover({ stakes, rounds }: Pick<PartialResult, "stakes" | "rounds">): string {
  if (rounds.length === 0) return "that costs less than asking the panel";
  if (!stakes || stakes.pWrong === 1) return "no reply could be read";
  return `the best guess is wrong with a probability of ${formatPercent(stakes.pWrong)}, which costs more than a person`;
}

const MAX_REASON_CHARS = 140;

/** `null` if the answer only has too little support. */
function describeDivision(result: PartialResult): string | null {
  const { answer, decision, agreement, swap, stopReason, stakes, rounds, integrity } = result;
  if (result.audit?.refuted)
    return `one more reader refutes it: ${clipLine(result.audit.reason, MAX_REASON_CHARS)}`;
  if (swap && !swap.held) return "the verdict did not hold when the sides were swapped";
  if (decision.signedOff === false) return "the judge did not sign the text off";
  if (stopReason === "handed_over") return describeHandover({ stakes, rounds });
  if (decision.method === "vetoed") return "a check refuted every answer";
  const isUndecided = integrity.missing.some(({ what, partial }) => what === "judge" && !partial);
  if (agreement === null && isUndecided) return "the judge did not decide";
  const uncompared = lacksComparison(rounds) ? UNCOMPARED : null;
  if (stopReason === "tied") return uncompared ?? "no answer leads by enough votes";
  if (isTied({ ...result, ...decision })) {
    const isRanked = result.ranking !== undefined && decision.method !== "majority";
    return isRanked
      ? "the ranking is tied"
      : (describeTie(result) ?? uncompared ?? "the vote is tied");
  }
  if (agreement !== null) return null;
  return answer === null ? "there is no answer" : "most replies could not be read";
}
