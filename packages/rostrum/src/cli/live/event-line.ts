import { agreementWords, clipped, counted, oneLine, pointsWords } from "../../export/index.ts";
import type {
  BallotedEvent,
  ComparedEvent,
  DebateEvent,
  StartedEvent,
  ResponseEvent,
} from "../../protocol/events.ts";

const ANSWER = 100;
const CRUX = 200;
const ERROR = 300;
const QUESTION = 200;

/**
 * One line about an event, with our words first and the model's last; `null` if it says nothing new.
 * `errors` has each error with the debater that had it first, so that it isn't printed again.
 */
export function formatEvent(
  event: DebateEvent,
  errors: Map<string, string> = new Map(),
): string | null {
  switch (event.type) {
    case "debate.started":
      return formatStarted(event);
    case "debate.routed":
      return event.routing === "debate"
        ? null
        : `${oneLine(event.model)} was sure enough: no debate`;
    case "debate.round_started":
      return `round ${event.round}: asking ${event.asked.map((name) => oneLine(name)).join(", ")}`;
    case "debate.response": {
      const { debater, round, status, answer, model } = event;
      const instead = model === undefined ? "" : ` (by its fallback ${oneLine(model)})`;
      const head = `round ${round}: ${oneLine(debater)}${instead}`;
      const again = event.clarified ? ", asked again," : "";
      if (status === "unread") return `${head}${again} could not be read${describeUnread(event)}`;
      return `${head}${again} says ${clipped(answer ?? "nothing", ANSWER)}`;
    }
    case "debate.debater_failed": {
      const head = `round ${event.round}: ${oneLine(event.debater)} failed`;
      const before = errors.get(event.error);
      if (before !== undefined) return `${head} with the same error as ${before}`;
      errors.set(event.error, oneLine(event.debater));
      return `${head}: ${clipped(event.error, ERROR)}`;
    }
    case "debate.compared":
      return formatCompared(event);
    case "debate.crux":
      return event.claim === null
        ? `round ${event.round}: no crux (${clipped(event.error ?? "no reply", ERROR)})`
        : `round ${event.round}: the crux is ${clipped(event.claim, CRUX)}`;
    case "debate.claims":
      return event.claims === null
        ? `claims: none (${clipped(event.error ?? "no reply", ERROR)})`
        : `claims: ${counted(event.claims.length, "claim")}`;
    case "debate.memo":
      return event.memo === null
        ? `memo: none (${clipped(event.error ?? "no reply", ERROR)})`
        : "memo: written";
    case "debate.round_completed":
      return event.agreement === null
        ? null
        : `round ${event.round}: ${agreementWords(event.agreement)}`;
    case "debate.balloting":
      return `${event.asked.map((name) => oneLine(name)).join(", ")} rank one another's replies`;
    case "debate.balloted":
      return formatBalloted(event);
    case "debate.judging":
      return `${oneLine(event.judge)} is judging`;
    case "debate.budget_warning":
      return `budget: ${formatAmount(event.spent)} of ${formatAmount(event.cap)} ${event.limit} used`;
    case "debate.budget_exceeded":
      return `budget: ${event.shortage.limit} is not enough for the next step`;
    case "debate.escalated":
      return event.waiting ? "waiting for a person's review" : null;
    case "debate.waiting":
      return event.for === "proceed"
        ? `round ${event.round}: paused`
        : `round ${event.round}: waiting for ${oneLine(event.name ?? "a person")}`;
    case "debate.said":
      return `moderator${event.from === undefined ? "" : ` ${oneLine(event.from)}`}: ${clipped(event.note, ERROR)}`;
    case "debate.proceeded":
    case "debate.converged":
    case "debate.synthesized":
    case "debate.reviewed":
    case "debate.completed":
    case "debate.failed":
    case "debate.delta":
      return null;
  }
}

function formatCompared({ what, round, groups, none, failed, skipped }: ComparedEvent): string {
  const head = what === "verdict" ? "verdict" : `round ${round}`;
  if (failed > 0)
    return `${head}: the model could not compare the answers, so those in other words differ`;
  if (skipped > 0) return `${head}: comparing the answers does not fit into the budget`;
  const count = groups.reduce((sum, { items }) => sum + items.length, none.length);
  const without = none.length === 0 ? "" : `, ${none.length} without an answer`;
  return `${head}: ${counted(count, "wording")} compared, ${counted(groups.length, "answer")}${without}`;
}

function formatBalloted({ ballots, ranking }: BallotedEvent): string {
  const cast = ballots.filter((ballot) => ballot.ranking !== null).length;
  const head = `${cast} of ${counted(ballots.length, "ballot")} counted`;
  const rows = ranking.map(({ debater, points }) => `${oneLine(debater)} ${pointsWords(points)}`);
  return rows.length === 0 ? head : `${head}: ${rows.join(", ")}`;
}

function formatStarted({ question, panel, judge, rounds }: StartedEvent): string {
  const members = panel.map(({ name, model }) => `${oneLine(name)} (${oneLine(model)})`).join(", ");
  const parts = [counted(panel.length, "debater"), `up to ${counted(rounds, "revision round")}`];
  if (judge) parts.push(`judge ${oneLine(judge.model)}`);
  return `question: ${clipped(question, QUESTION)}\n${parts.join(", ")}: ${members}`;
}

function formatAmount(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}

function describeUnread({ truncated, error }: ResponseEvent): string {
  if (truncated) return " (cut off)";
  return error === undefined ? "" : `: ${clipped(error, ERROR)}`;
}
