import type { Round } from "../protocol/position.ts";
import type { Integrity } from "../protocol/result.ts";
import { formatCount, joinWords, nameRoundInText, shorten } from "../words.ts";

const MAX_REASON_CHARS = 300;

/**
 * Why a result is degraded, one sentence per cause. Members who can't see the material have a separate
 * warning.
 */
export function listDegradations(integrity: Integrity, rounds: readonly Round[]): string[] {
  const { dropped, fallback, failedQuotes, missing } = integrity;
  const unread = rounds
    .flatMap(({ positions }) => positions)
    .filter(({ status }) => status === "unread");
  const quotes = formatCount(failedQuotes.length, "quote was", "quotes were");
  const sources = failedQuotes.length === 1 ? "its source" : "their sources";
  return [
    ...rounds.flatMap(({ index, shortfall }) =>
      shortfall === undefined
        ? []
        : [`Round ${index + 1} doesn't count: ${endSentence(shortfall)}`],
    ),
    ...groupNames(dropped).map(
      ([{ round, error = "no reply" }, names]) =>
        `${names} failed in ${nameRoundInText(round)}: ${endSentence(error)}`,
    ),
    ...groupNames(unread).map(([{ round, error }, names, count]) => {
      const replies = count === 1 ? "the reply" : "their replies";
      const reason = error === undefined ? "." : `: ${endSentence(error)}`;
      return `${names} did not vote in ${nameRoundInText(round)}: ${replies} could not be read${reason}`;
    }),
    ...(fallback === null ? [] : [`The configured rule could not decide, so ${fallback} did.`]),
    ...(failedQuotes.length === 0 ? [] : [`${quotes} not found in ${sources}.`]),
    ...missing.map(({ what, about, error }) => {
      const subject = about === undefined ? "" : ` of ${about}`;
      return `The requested ${what}${subject} is missing: ${endSentence(error)}`;
    }),
  ];
}

interface FailedReply {
  debater: string;
  round: number;
  error?: string;
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

function endSentence(reason: string): string {
  const text = shorten(reason.trim(), MAX_REASON_CHARS);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
