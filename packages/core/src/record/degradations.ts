import type { Round } from "../protocol/position.ts";
import type { Integrity } from "../protocol/result.ts";
import { capitalize, endSentence, formatCount, joinWords, nameRoundInText } from "../format.ts";
import { describeMissing, shortenReason } from "./describe-missing.ts";

/**
 * Why a result is degraded, one sentence per cause. Members who can't see the material have a separate
 * warning.
 */
export function listDegradations(
  integrity: Integrity,
  rounds: readonly Round[],
  isReview = false,
): string[] {
  const { fallback, failedQuotes, missing } = integrity;
  const positions = rounds.flatMap((round) => round.positions);
  const failed = positions.filter(({ status }) => status === "failed");
  const unread = positions.filter(({ status }) => status === "unread");
  return [
    ...rounds.flatMap(({ index, shortfall }) =>
      shortfall === undefined
        ? []
        : [
            `${capitalize(nameRoundInText(index, isReview))} doesn't count: ${endReason(shortfall)}`,
          ],
    ),
    ...groupNames(failed).map(([{ round, error = "no reply", errorCode }, names]) =>
      errorCode === "aborted"
        ? `${names} had not replied in ${nameRoundInText(round, isReview)} when the debate was stopped.`
        : `${names} failed in ${nameRoundInText(round, isReview)}: ${endReason(error)}`,
    ),
    ...groupNames(unread).map(([{ round, error }, names, count]) => {
      const replies = count === 1 ? "the reply" : "their replies";
      const reason = error === undefined ? "." : `: ${endReason(error)}`;
      return `${names} did not vote in ${nameRoundInText(round, isReview)}: ${replies} could not be read${reason}`;
    }),
    ...(fallback === null ? [] : [`The configured rule could not decide, so ${fallback} did.`]),
    ...(failedQuotes.length === 0 ? [] : [describeFailedQuotes(failedQuotes.length)]),
    ...new Set(missing.map(describeMissing)),
  ];
}

function describeFailedQuotes(count: number): string {
  const sources = count === 1 ? "its source" : "their sources";
  return `${formatCount(count, "quote was", "quotes were")} not found in ${sources}.`;
}

interface FailedReply {
  debater: string;
  round: number;
  error?: string;
  errorCode?: string;
}

/** Joins the names of members with the same problem in the same round. */
function groupNames(
  replies: readonly FailedReply[],
): [first: FailedReply, names: string, count: number][] {
  const groups = Map.groupBy(replies, ({ round, error = "" }) => `${round} ${error}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const names = [...new Set(group.map(({ debater }) => debater))];
    return first === undefined ? [] : [[first, joinWords(names), names.length]];
  });
}

const endReason = (reason: string): string => endSentence(shortenReason(reason));
