import {
  describeAgreement,
  formatCount,
  formatRankingPoints,
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
}

/** Formats an event as one line, our words first and the model's last. Null when there is nothing new to say. */
export function formatEvent(
  event: DebateEvent,
  lineState: EventLineState = { errors: new Map(), isReview: false },
): string | null {
  const { errors } = lineState;
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
      return `round ${event.round}: asking ${listNames(event.asked)}`;
    case "debate.response": {
      const { debater, round, status, answer, model } = event;
      const fallbackNote = model === undefined ? "" : ` (by its fallback ${toOneLine(model)})`;
      const head = `round ${round}: ${toOneLine(debater)}${fallbackNote}`;
      const clarified = event.clarified ? ", asked again," : "";
      if (status === "unread")
        return `${head}${clarified} could not be read${describeUnread(event)}`;
      if (lineState.isReview) return `${head}${clarified} ${countFindings(answer ?? "", round)}`;
      return `${head}${clarified} says ${shortenAnswer(answer ?? "nothing", { length: MAX_ANSWER_CHARS })}`;
    }
    case "debate.debater_failed": {
      const head = `round ${event.round}: ${toOneLine(event.debater)} failed`;
      const before = errors.get(event.error);
      if (before !== undefined) return `${head} with the same error as ${before}`;
      errors.set(event.error, toOneLine(event.debater));
      return `${head}: ${clipLine(event.error, MAX_ERROR_CHARS)}`;
    }
    case "debate.part_reported": {
      const { round, debater, part, parts, documents } = event;
      const names = clipLine(documents.join(", "), MAX_ANSWER_CHARS);
      return `round ${round}: ${toOneLine(debater)} has reviewed part ${part} of ${parts}: ${names}`;
    }
    case "debate.settled":
      return `round ${event.round}: ${shortenAnswer(event.answer, { length: MAX_ANSWER_CHARS })} wins, whatever ${listNames(event.late)} will say`;
    case "debate.debater_cancelled":
      return `round ${event.round}: ${toOneLine(event.debater)} was cancelled: its reply can no longer change the result`;
    case "debate.compared":
      return formatCompared(event, lineState.isReview);
    case "debate.crux":
      return event.claim === null
        ? `round ${event.round}: no crux (${clipLine(event.error ?? "no reply", MAX_ERROR_CHARS)})`
        : `round ${event.round}: the crux is ${clipLine(event.claim, MAX_CRUX_CHARS)}`;
    case "debate.claims":
      return event.claims === null
        ? `claims: none (${clipLine(event.error ?? "no reply", MAX_ERROR_CHARS)})`
        : `claims: ${formatCount(event.claims.length, "claim")}`;
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
        : `round ${event.round}: ${describeAgreement(event.agreement)}`;
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
        ? `round ${event.round}: paused`
        : `round ${event.round}: waiting for ${toOneLine(event.name ?? "a person")}`;
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

const listNames = (names: readonly string[]): string =>
  names.map((name) => toOneLine(name)).join(", ");

function formatCompared(
  { what, round, groups, none, failed, skipped }: ComparedEvent,
  isReview: boolean,
): string {
  const head = what === "verdict" ? "verdict" : `round ${round}`;
  const compared = isReview ? "findings" : "answers";
  if (failed > 0)
    return `${head}: the model could not compare the ${compared}, so those in other words differ`;
  if (skipped > 0) return `${head}: comparing the ${compared} does not fit into the budget`;
  const count = groups.reduce((sum, { items }) => sum + items.length, none.length);
  if (isReview)
    return `${head}: ${formatCount(count, "finding")} with ${formatCount(groups.length, "cause")}`;
  const without = none.length === 0 ? "" : `, ${none.length} without an answer`;
  return `${head}: ${formatCount(count, "wording")} compared, ${formatCount(groups.length, "answer")}${without}`;
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
  const members = panel
    .map(({ name, model }) => `${toOneLine(name)} (${toOneLine(formatModelName(model))})`)
    .join(", ");
  const parts = [
    formatCount(panel.length, "debater"),
    `up to ${formatCount(rounds, "revision round")}`,
  ];
  if (judge) parts.push(`judge ${toOneLine(judge.model)}`);
  return `question: ${clipLine(question, MAX_QUESTION_CHARS)}\n${parts.join(", ")}: ${members}`;
}

/** Leaves out the question: the subject was printed before, and the task is always the same. */
function formatReviewers({ panel, rounds }: StartedEvent): string {
  const members = panel.map(
    ({ name, model }) => `${toOneLine(name)} (${toOneLine(formatModelName(model))})`,
  );
  // Without a second round, a cap may leave no room for the check.
  const check = rounds > 0 ? ", who then check one another's findings" : "";
  return `${formatCount(panel.length, "reviewer")}${check}: ${members.join(", ")}`;
}

/** "reports 3 findings: 1 high, 2 low", or "votes: 2 uphold, 1 refute". */
function countFindings(answer: string, round: number): string {
  const words = answer.split("\n").map((line) => /^[a-z]+(?=: | \()/.exec(line)?.[0] ?? "");
  const kinds: readonly string[] = round === 0 ? SEVERITIES.toReversed() : FINDING_VOTES;
  const counts = kinds.flatMap((kind) => {
    const count = words.filter((word) => word === kind).length;
    return count === 0 ? [] : [{ kind, count }];
  });
  const list = counts.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  const sum = counts.reduce((total, { count }) => total + count, 0);
  if (round > 0) return sum === 0 ? "has no findings to vote on" : `votes: ${list}`;
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
