import {
  describeAgreement,
  formatCount,
  formatRankingPoints,
  listHeldGroups,
  nameReviewRound,
  nameRound,
  shortenAnswer,
  formatModelName,
} from "@rostrum/core/export";
import {
  FINDING_VOTES,
  SEVERITIES,
  type BallotedEvent,
  type ComparedEvent,
  type DebateEvent,
  type ResponseEvent,
  type Round,
  type StartedEvent,
} from "@rostrum/core/protocol";
import { clipLine, toOneLine } from "@rostrum/core/support";
import { formatCap } from "../report/budget-words.ts";

const MAX_ANSWER_CHARS = 100;
const MAX_CRUX_CHARS = 160;
const MAX_ERROR_CHARS = 160;
const MAX_QUESTION_CHARS = 180;

/** Carried from event to event, because it decides how later ones are worded. */
export interface EventLineState {
  /** First debater with each error, so that an error is printed in full only once. */
  errors: Map<string, string>;
  /** True in reviews, where members report findings and vote on them. */
  isReview: boolean;
  /** True once a round has begun. */
  hasBegun?: boolean;
  /** Findings that the members of a review have reported. */
  reportCount: number;
  /** When this process began the run. Earlier events are of an earlier attempt. */
  begunAt: number;
}

export const newLineState = (begunAt: number): EventLineState => ({
  errors: new Map(),
  isReview: false,
  reportCount: 0,
  begunAt,
});

/** Formats an event as one line, our words first and the model's last. Null when there is nothing new to say. */
export function formatEvent(
  event: DebateEvent,
  lineState: EventLineState,
  /** Rounds so far, with this event. */
  rounds: readonly Round[],
): string | null {
  const { errors } = lineState;
  if (event.at < lineState.begunAt && mayNotHold(event)) return null;
  const head = (round: number): string =>
    lineState.isReview ? nameReviewRound(round) : nameRound(round);
  switch (event.type) {
    case "debate.started":
      lineState.isReview = event.rules?.answer === "findings";
      return lineState.isReview ? formatReviewers(event) : formatStarted(event);
    case "debate.routed":
      return event.routing === "debate"
        ? null
        : `${toOneLine(event.model)} was sure enough: no debate`;
    case "debate.round_started":
      lineState.hasBegun = true;
      return `${head(event.round)}: asking ${listNames(event.asked)}`;
    case "debate.response": {
      const { debater, round, status, answer, model } = event;
      const fallbackNote = model === undefined ? "" : ` (by its fallback ${toOneLine(model)})`;
      const speaker = `${head(round)}: ${toOneLine(debater)}${fallbackNote}`;
      const clarified = event.clarified ? ", asked again," : "";
      if (status === "unread")
        return `${speaker}${clarified} could not be read${describeUnread(event)}`;
      if (lineState.isReview) {
        if (round === 0) lineState.reportCount += sumCounts(sortCounts(event.counts ?? {}, round));
        return `${speaker}${clarified} ${describeReviewReply(event)}`;
      }
      return `${speaker}${clarified} says ${shortenAnswer(answer ?? "nothing", { length: MAX_ANSWER_CHARS })}`;
    }
    case "debate.debater_failed": {
      // Calls that were cut off when the run was stopped, or an earlier process was: a resumed run makes them again.
      if (event.errorCode === "aborted") return null;
      const failure = `${head(event.round)}: ${toOneLine(event.debater)} failed`;
      const before = errors.get(event.error);
      if (before === toOneLine(event.debater)) return `${failure} again, with the same error`;
      if (before !== undefined) return `${failure} with the same error as ${before}`;
      errors.set(event.error, toOneLine(event.debater));
      return `${failure}: ${clipLine(event.error, MAX_ERROR_CHARS)}`;
    }
    case "debate.part_reported": {
      const { round, debater, part, parts, documents } = event;
      const names = clipLine(documents.join(", "), MAX_ANSWER_CHARS);
      return `${head(round)}: ${toOneLine(debater)} has reviewed part ${part} of ${parts}: ${names}`;
    }
    case "debate.settled":
      return `${head(event.round)}: ${shortenAnswer(event.answer, { length: MAX_ANSWER_CHARS })} wins, whatever ${listNames(event.late)} will say`;
    case "debate.debater_cancelled":
      return `${head(event.round)}: ${toOneLine(event.debater)} was cancelled: its reply can no longer change the result`;
    case "debate.compared":
      return formatCompared(event, head(event.round), lineState, rounds);
    case "debate.crux":
      return event.claim === null
        ? `${head(event.round)}: no crux (${clipLine(event.error ?? "no reply", MAX_ERROR_CHARS)})`
        : `${head(event.round)}: the crux is ${clipLine(event.claim, MAX_CRUX_CHARS)}`;
    case "debate.claims":
      return event.claims === null
        ? `claims: none (${clipLine(event.error ?? "no reply", MAX_ERROR_CHARS)})`
        : event.claims.length === 0
          ? null
          : `claims: ${event.claims.length} with quotes`;
    case "debate.audited":
      return event.audit === null
        ? `audit: none (${clipLine(event.error ?? "no reply", MAX_ERROR_CHARS)})`
        : `audit: ${event.audit.refuted ? "refuted" : "upheld"}`;
    case "debate.memo":
      return event.memo === null
        ? `memo: none (${clipLine(event.error ?? "no reply", MAX_ERROR_CHARS)})`
        : "memo: written";
    case "debate.round_completed":
      return event.agreement === null
        ? null
        : `${head(event.round)}: ${describeAgreement(rounds.slice(0, event.round + 1))}`;
    case "debate.balloting":
      return `${listNames(event.asked)} rank one another's replies`;
    case "debate.balloted":
      return formatBalloted(event);
    case "debate.judging":
      return `${toOneLine(event.judge)} is judging`;
    case "debate.budget_warning":
      return `${formatCap({ limit: event.limit, cap: event.spent })} of the limit of ${formatCap(event)} used`;
    case "debate.budget_exceeded":
      return `the limit of ${formatCap(event.shortage)} leaves no room for ${nameNextStep(lineState)}`;
    case "debate.escalated":
      return event.waiting ? "waiting for a person's review" : null;
    case "debate.waiting":
      return event.for === "proceed"
        ? `${head(event.round)}: paused`
        : `${head(event.round)}: waiting for ${toOneLine(event.name ?? "a person")}`;
    case "debate.said":
      return `moderator${event.from === undefined ? "" : ` ${toOneLine(event.from)}`}: ${clipLine(event.note, MAX_ERROR_CHARS)}`;
    case "debate.proceeded":
    case "debate.converged":
    case "debate.synthesized":
    case "debate.reviewed":
    case "debate.outcome":
    case "debate.completed":
    case "debate.failed":
    case "debate.delta":
      return null;
  }
}

/**
 * True for what a later attempt tries again: failed calls and comparisons, and steps that its limit left out. The result repeats what
 * still holds.
 */
function mayNotHold(event: DebateEvent): boolean {
  switch (event.type) {
    case "debate.debater_failed":
    case "debate.budget_warning":
    case "debate.budget_exceeded":
      return true;
    case "debate.compared":
      return event.skipped > 0 || event.failed > 0;
    case "debate.round_completed":
      return event.standings.some(({ status }) => status === "failed");
    default:
      return false;
  }
}

const listNames = (names: readonly string[]): string =>
  names.map((name) => toOneLine(name)).join(", ");

function formatCompared(
  { what, round, groups, none, failed, skipped }: ComparedEvent,
  roundName: string,
  { isReview, reportCount }: EventLineState,
  rounds: readonly Round[],
): string {
  const head = what === "verdict" ? "verdict" : roundName;
  const compared = isReview ? "findings" : "answers";
  if (failed > 0)
    return `${head}: the comparison failed, so differently worded ${compared} count as different`;
  if (skipped > 0) return `${head}: the limit leaves no room for comparing the ${compared}`;
  if (isReview) {
    const reports = reportCount === 0 ? "" : `${formatCount(reportCount, "report")} of `;
    return `${head}: ${reports}${formatCount(groups.length, "problem")}`;
  }
  const comparedRound = what === "verdict" ? undefined : rounds[round];
  const { length } = comparedRound ? listHeldGroups(comparedRound) : groups;
  const positions = length === 1 ? "the same position" : `${length} different positions`;
  const without = none.length === 0 ? "" : `, ${none.length} without an answer`;
  return `${head}: compared: ${positions}${without}`;
}

function formatBalloted({ ballots, ranking }: BallotedEvent): string {
  const cast = ballots.filter((ballot) => ballot.ranking !== null).length;
  const head = `${cast} of ${formatCount(ballots.length, "ballot")} counted`;
  const rows = ranking.map(
    ({ debater, points }) => `${toOneLine(debater)} ${formatRankingPoints(points)}`,
  );
  return rows.length === 0 ? head : `${head}: ${rows.join(", ")}`;
}

function formatStarted({ question, panel, judge, rounds }: StartedEvent): string {
  const parts = [formatCount(panel.length, "member")];
  if (rounds > 0) parts.push(`up to ${formatCount(rounds, "revision")}`);
  if (judge) parts.push(`judge ${toOneLine(judge.model)}`);
  const members = panel.map(formatSeat).join(", ");
  return `question: ${clipLine(question, MAX_QUESTION_CHARS)}\n${parts.join(", ")}: ${members}`;
}

/** Leaves out the question: the subject was printed before, and the task is always the same. */
function formatReviewers({ panel, rounds }: StartedEvent): string {
  const members = panel.map(formatSeat).join(", ");
  // Without a second round, a cap may leave no room for the check.
  const check = rounds > 0 ? ", who then check one another's findings" : "";
  return `${formatCount(panel.length, "reviewer")}${check}: ${members}`;
}

/** "ada (openai/gpt-5.2)", or the model alone if the member is named after it. */
export function formatSeat({
  name,
  model,
}: Pick<StartedEvent["panel"][number], "name" | "model">): string {
  const [seat, id] = [toOneLine(name), toOneLine(formatModelName(model))];
  return id === seat || id.endsWith(`/${seat}`) ? id : `${seat} (${id})`;
}

type KindCounts = readonly { kind: string; count: number }[];

/** Severities of findings, the most serious first, or votes on them. */
function sortCounts(counts: Readonly<Record<string, number>>, round: number): KindCounts {
  const kinds: readonly string[] = round === 0 ? SEVERITIES.toReversed() : FINDING_VOTES;
  return kinds.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count }];
  });
}

const sumCounts = (counts: KindCounts): number =>
  counts.reduce((total, { count }) => total + count, 0);

/** Votes whose name in the protocol says less than these words, which findings use too. */
const VOTE_WORDS: Readonly<Record<string, string>> = {
  doubt: "unsure",
  partly: "in part",
  duplicate: "repetition",
};

/** "reports 3 findings: 1 high, 2 low", or "votes: 2 uphold, 1 refute". */
export function describeReviewReply({
  counts: eventCounts,
  round,
}: Pick<ResponseEvent, "counts" | "round">): string {
  // A journal of an older version has no counts.
  if (eventCounts === undefined) return `has ${round === 0 ? "reported" : "voted"}`;
  const counts = sortCounts(eventCounts, round);
  const list = counts.map(({ kind, count }) => `${count} ${VOTE_WORDS[kind] ?? kind}`).join(", ");
  const sum = sumCounts(counts);
  if (round > 0) return sum === 0 ? "casts no vote that counts" : `votes: ${list}`;
  return sum === 0 ? "reports no findings" : `reports ${formatCount(sum, "finding")}: ${list}`;
}

function nameNextStep({ isReview, hasBegun }: EventLineState): string {
  if (!hasBegun) return isReview ? "the first reports" : "the first answers";
  return isReview ? "checking the findings" : "another round";
}

function describeUnread({ truncated, error }: ResponseEvent): string {
  if (truncated) return " (cut off)";
  return error === undefined ? "" : `: ${clipLine(error, MAX_ERROR_CHARS)}`;
}
