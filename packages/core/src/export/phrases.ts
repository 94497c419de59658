import type { Basis } from "../protocol/answer.ts";
import { EMPTY_REPORT } from "../protocol/findings.ts";
import type { RunState } from "../protocol/journal.ts";
import type { Position, PositionStatus, Round } from "../protocol/position.ts";
import type {
  DecisionMethod,
  KnownMethod,
  KnownStopReason,
  PartialResult,
  StopReason,
  SwapResult,
} from "../protocol/result.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { DebatePlan } from "../protocol/plan.ts";
import type { TotalUsage } from "../protocol/usage.ts";
import type { Review } from "../protocol/settings.ts";
import { countAskedInRounds } from "../record/asked-members.ts";
import { lacksComparison } from "../record/uncompared.ts";
import { formatAnswerText } from "../record/answer-text.ts";
import type { DebateRecord } from "../record/recorder.ts";
import { clipLine, toOneLine, escapeInvisible } from "../visible.ts";
import {
  formatCount,
  formatDuration,
  formatMoney,
  formatPercent,
  nameReviewRound,
  nameRound,
} from "../format.ts";

export { formatCount, formatDuration, formatMoney, formatPercent, nameReviewRound, nameRound };

/** Heading of the table that compares a debate with cheaper methods. */
export const CHEAPER_METHODS = "Would fewer calls have done?";

/** Cost of calls: the sum, or the known part of it. */
export function formatCost(
  costUsd: number | null,
  atLeastUsd: number,
  unknown: string = "unknown",
): string {
  if (costUsd !== null) return formatMoney(costUsd);
  return atLeastUsd > 0 ? `at least ${formatMoney(atLeastUsd)}` : unknown;
}

/** "1,200 in (800 from a cache), 90 out". `null` if parts are unknown. `unit` follows the first number. */
export function formatTokens(usage: TotalUsage, unit = ""): string | null {
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  if (inputTokens === null || outputTokens === null) return null;
  const cached = cachedInputTokens ? ` (${formatNumber(cachedInputTokens)} from a cache)` : "";
  return `${formatNumber(inputTokens)}${unit} in${cached}, ${formatNumber(outputTokens)} out`;
}

/** Points of a ranking, with at most two decimals. */
export function formatRankingPoints(points: number): string {
  return String(Math.round(points * 100) / 100);
}

export function describeSwap({ held, answers }: SwapResult): string {
  if (held) return "the verdict held with the sides swapped";
  const verdicts = answers
    .map((answer) => formatAnswer(answer) || "nothing")
    .map((answer) => toOneLine(answer));
  return `the verdict did not hold with the sides swapped: ${verdicts.join(", then ")}`;
}

/** How many members gave the most common answer of the last of these rounds: "2 of 3 agree". */
export function describeAgreement(rounds: readonly Round[]): string {
  const { agreement, positions } = rounds.at(-1) ?? { agreement: null, positions: [] };
  const members = countAskedInRounds(rounds);
  if (agreement === null) return "nobody votes";
  // Once a round has compared its answers, some of them agree.
  const replyCount = positions.filter(({ status }) => status === "spoke").length;
  if (agreement === 0 && replyCount > 0)
    return `${replyCount} of ${positions.length} replies, not compared yet`;
  if (agreement === 0) return "no answer can be read";
  // One answer alone neither agrees nor differs.
  if (positions.filter(({ cluster }) => cluster !== null).length === 1)
    return members === 1 ? "one member answered" : `1 of ${members} gave an answer`;
  const share = formatShareOf(agreement, members);
  const isAlone = share === `1 of ${members}`;
  if (lacksComparison(rounds))
    return isAlone ? "not known whether they agree" : `at least ${share} agree`;
  if (isAlone) return "all answers differ";
  // Members that don't count, or were not asked, are not among "all".
  if (share !== `${members} of ${members}` || members < positions.length) return `${share} agree`;
  return members === 2 ? "both agree" : `all ${members} agree`;
}

/** A share of a few people: "2 of 3". A percentage where members left, so that it isn't a whole number of them. */
export function formatShareOf(share: number, members: number): string {
  const count = Math.round(share * members);
  return Math.abs(share * members - count) < 1e-6 ? `${count} of ${members}` : formatPercent(share);
}

/** A count without a noun, such as of tokens. An unknown count is not shown as 0. */
export function formatNumber(count: number | null): string {
  return count === null ? "unknown" : count.toLocaleString("en-US");
}

/** A date and time in the reader's time zone. */
export function formatDateTime(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** A date in UTC, the same for every reader. */
function formatDay(at: number): string {
  return new Date(at).toJSON()?.slice(0, 10) ?? "an unknown day";
}

const COMPARISONS: Record<Basis, string> = {
  number: "as numbers",
  choice: "by the option that they name",
  exact: "by their exact words",
  behavior: "by what the programs do in the check",
  lexical: "by meaning, with rules",
  judged: "by meaning, with a model",
  math: "as mathematical expressions",
  json: "field by field",
  custom: "by the panel's own function",
};

/** How answers were compared, after the word "compared". */
export function describeBasis(basis: Basis): string {
  return findPhrase(COMPARISONS, basis);
}

/** An answer for display: text, a number with its unit, or JSON. */
export function formatAnswer(answer: unknown, unit: string | null = null): string {
  return formatAnswerText({ answer, unit }) ?? "";
}

/** Text under "Answer": the list of findings in words for a review, else the answer. */
export function chooseAnswerText({ answer, unit, text, findings }: PartialResult): string {
  return findings ? text : formatAnswer(answer, unit);
}

/** Phrases for stop reasons. A stop function's reason is shown unchanged. */
const STOP_PHRASES: Record<KnownStopReason, string> = {
  agreed: "the panel agreed",
  stable: "no member changed its answer",
  decided: "the votes so far were enough",
  handed_over: "a person's answer costs less than the risk of a wrong one",
  tied: "no answer led by enough votes",
  verified: "the checker found an answer right",
  max_rounds: "all rounds were finished",
  budget: "a limit did not allow more",
  panel_failed: "too few members replied in the last round, so it doesn't count",
  routed: "one model was sure enough, so there was no debate",
  unfinished: "it was not finished",
};

export function describeStop(reason: StopReason): string {
  return findPhrase(STOP_PHRASES, reason);
}

const METHODS: Record<KnownMethod, string> = {
  majority: "majority vote",
  weighted: "weighted vote",
  central: "the most central reply",
  posterior: "the most probable answer",
  judged: "the judge",
  drafted: "its drafter, after the others' critique",
  checked: "the members' votes on each finding",
  mean: "the mean of the scores",
  median: "the middle score",
  trimmed: "the mean of the scores without the extremes",
  ranked: "the members' ranking of one another",
  verified: "the checker",
  vetoed: "nothing: the checker refuted every answer",
  routed: "one model alone",
  handed_over: "nobody: a person should answer",
  none: "nothing yet",
};

export function describeMethod(method: DecisionMethod): string {
  return findPhrase(METHODS, method);
}

/** A user's function may return any word, even one that every object inherits as a key. */
function findPhrase(phrases: Readonly<Record<string, string>>, word: string): string {
  return (Object.hasOwn(phrases, word) ? phrases[word] : undefined) ?? escapeInvisible(word);
}

/** Status of a run. A cancelled run has not failed. */
export function describeState(state: RunState, stopped = false): string {
  return state === "failed" && stopped ? "Stopped" : STATES[state];
}

const STATES: Record<RunState, string> = {
  running: "Running",
  waiting: "Waiting for a person",
  completed: "Finished",
  failed: "Failed",
};

/** True if a call was cut off when the run was stopped, which is no failure of its model. */
export function wasCutOff({ status, errorCode }: Pick<Position, "status" | "errorCode">): boolean {
  return status === "failed" && errorCode === "aborted";
}

/**
 * Calls of a run: "7 calls", "9 calls for 7 replies" if some were made again or used tools, or "10 calls for 4 of 6
 * replies" if some replies never came. Notices count replies, as `integrity.planned` does.
 */
export function formatCallCount({
  usage,
  integrity,
}: Pick<PartialResult, "usage" | "integrity">): string {
  const { planned, completed } = integrity;
  const calls = formatCount(usage.calls, "call");
  if (usage.calls <= planned || planned === 0) return calls;
  const replies = formatCount(planned, "reply", "replies");
  return `${calls} for ${completed < planned ? `${completed} of ` : ""}${replies}`;
}

const STATUSES: Record<PositionStatus, string> = {
  spoke: "",
  kept: "kept its answer",
  failed: "failed",
  unread: "could not be read, doesn't vote",
  not_asked: "not asked",
  cancelled: "not waited for: its reply could not change the answer any more",
};

/** Note about a reply that could not be read at first. Empty for others. */
export function describeClarified({ clarified }: { clarified?: true }): string {
  return clarified ? "asked again" : "";
}

/** Note about a reply that seems to be written without the material. Empty for others. */
export function describeBlindness({ blind, answer }: Pick<Position, "blind" | "answer">): string {
  if (blind === undefined) return "";
  // A review that finds nothing has nothing to quote.
  if (blind === "quotes_nothing" && answer === EMPTY_REPORT) return "";
  return blind === "says_so" ? "says it can't see the material" : "quotes nothing of the material";
}

/** Number of attempts, unless the note about the second request implies it. */
export function describeAttempts(position: Pick<Position, "attempts" | "clarified">): string {
  const { attempts = 1, clarified } = position;
  return attempts > (clarified ? 2 : 1) ? formatCount(attempts, "attempt") : "";
}

/** Status of a debater in a round, and why its reply doesn't count. Empty if it replied. */
export function describePositionStatus(
  position: Pick<Position, "status" | "error" | "errorCode">,
): string {
  const { status, error } = position;
  if (wasCutOff(position)) return "stopped before it replied";
  const reason = status === "unread" && error !== undefined ? `: ${toOneLine(error)}` : "";
  return `${STATUSES[status]}${reason}`;
}

const VERDICTS: Record<Review["verdict"], string> = {
  confirm: "confirmed",
  correct: "corrected",
  reject: "rejected",
};

/** A person's verdict on the answer, its date, and the panel's original answer if it differs. */
export function describeReview(
  { verdict, reviewer, groups }: Review,
  reviewed?: DebateRecord["reviewed"],
): string {
  const regroupedPart = groups ? ", and said which answers are the same" : "";
  const reviewerPart = reviewer ? `: ${toOneLine(reviewer)}` : "";
  const datePart = reviewed ? ` Reviewed on ${formatDay(reviewed.at)}.` : "";
  const panelAnswer = formatAnswer(reviewed?.panel.answer, reviewed?.panel.unit);
  const panelPart =
    verdict === "confirm" || panelAnswer === ""
      ? ""
      : ` The panel had answered: ${clipLine(panelAnswer, 160)}`;
  return `A person ${VERDICTS[verdict]} this${regroupedPart}${reviewerPart}.${datePart}${panelPart}`;
}

export function describeOutcome({ right, answer, source }: Outcome): string {
  const result =
    answer === undefined
      ? `The answer turned out ${right ? "right" : "wrong"}`
      : `The right answer turned out to be: ${clipLine(answer, 160)}`;
  return source === undefined ? `${result}.` : `${result} (${toOneLine(source)}).`;
}

/** A ranking for display, best first. */
export function listRanking({
  ranking = [],
}: Pick<PartialResult, "ranking">): { debater: string; points: string; range: string }[] {
  return ranking.map(({ debater, points, interval }) => ({
    debater,
    points: formatRankingPoints(points),
    range: interval
      ? `${formatRankingPoints(interval[0])} to ${formatRankingPoints(interval[1])}`
      : "",
  }));
}

/** Cost of a debate before it takes place: "about $0.04, at most $0.60". */
export function formatPlannedCost({ typical, max }: DebatePlan["usd"]): string {
  if (max === null) return "price unknown";
  if (max === 0) return "free";
  return `about ${formatMoney(typical)}, at most ${formatMoney(max)}`;
}

/** Calls of a debate before it takes place, without retries: "3 to 16 calls". */
export function formatPlannedCalls({ min, max }: DebatePlan["calls"]): string {
  return min === max ? formatCount(max, "call") : `${min} to ${formatCount(max, "call")}`;
}
