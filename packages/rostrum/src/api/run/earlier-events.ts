import type { StoredEvent, StoredEventBody } from "../../protocol/events.ts";
import type { Review } from "../../protocol/settings.ts";

/** What earlier processes logged about a run. */
export interface EarlierEvents {
  /** The stored event that says the same, if it is still valid. */
  find(body: StoredEventBody): StoredEvent | undefined;
  /** What a person has said of the decision that still stands. */
  review(): Review | undefined;
}

/**
 * Events are matched by type, round and debater, not by their place, because calls end in a different
 * order each time. A reply doesn't depend on other events, so it stays valid. All other events follow from
 * the events before them: after the first new event they are logged again, so that the latest one in the
 * log is always the valid one.
 */
export function createEarlierEvents(stored: readonly StoredEvent[]): EarlierEvents {
  const latest = new Map<string, StoredEvent>();
  /** The latest round of any event, and whether there is a decision: what a round may invalidate. */
  let lastRound = -1;
  let decided = false;
  for (const event of stored) {
    forgetAfter(event);
    latest.set(nameSubject(event), event);
    if ("round" in event) lastRound = Math.max(lastRound, event.round);
    decided ||= isDecision(event);
  }
  let diverged = false;

  /** A round that begins or ends again invalidates what was built on it. The record reads it the same way. */
  function forgetAfter(event: StoredEventBody): void {
    if (event.type !== "debate.round_started" && event.type !== "debate.round_completed") return;
    const opened = event.type === "debate.round_started";
    if (!decided && !(opened && lastRound >= event.round)) return;
    for (const [subject, earlier] of latest) {
      const later = "round" in earlier && earlier.round > event.round;
      const ended =
        "round" in earlier && earlier.round === event.round && ENDS_OF_ROUNDS.has(earlier.type);
      if (isDecision(earlier) || (opened && (later || ended))) latest.delete(subject);
    }
  }

  return {
    review() {
      const said = diverged ? undefined : latest.get("debate.reviewed");
      return said?.type === "debate.reviewed" ? said.review : undefined;
    },
    find(body) {
      const before = latest.get(nameSubject(body));
      const stands = before && isSameFact(before, body) && (REPLIES.has(body.type) || !diverged);
      if (stands) return before;
      forgetAfter(body);
      if (!INDEPENDENT.has(body.type)) diverged = true;
      return undefined;
    },
  };
}

type EventType = StoredEventBody["type"];

const ENDS_OF_ROUNDS: ReadonlySet<EventType> = new Set([
  "debate.round_completed",
  "debate.converged",
]);

/** Whether an event belongs to a decision, which a further round makes void: those of no round, with few exceptions. */
function isDecision(event: StoredEventBody): boolean {
  return !("round" in event) && !OF_NO_DECISION.has(event.type);
}

const OF_NO_DECISION: ReadonlySet<EventType> = new Set([
  "debate.started",
  "debate.routed",
  "debate.budget_warning",
  "debate.budget_exceeded",
  "debate.completed",
  "debate.failed",
]);

/** Nothing that the log says later follows from these alone: what is certain, a warning, and what people do. */
const INDEPENDENT: ReadonlySet<EventType> = new Set([
  "debate.part_reported",
  "debate.settled",
  "debate.budget_warning",
  "debate.waiting",
  "debate.proceeded",
  "debate.said",
]);

const REPLIES: ReadonlySet<EventType> = new Set([
  "debate.response",
  "debate.debater_failed",
  "debate.debater_cancelled",
]);

function nameSubject(event: StoredEventBody): string {
  switch (event.type) {
    case "debate.response":
    case "debate.debater_failed":
    case "debate.debater_cancelled":
      return `reply ${event.round} ${event.debater}`;
    case "debate.part_reported":
      return `${event.type} ${event.round} ${event.debater} ${event.part}`;
    case "debate.compared":
      return `${event.type} ${event.what} ${event.round}`;
    case "debate.waiting":
      return `${event.type} ${event.for} ${event.round} ${event.source ?? ""}`;
    case "debate.budget_warning":
      return `${event.type} ${event.limit}`;
    default:
      return "round" in event ? `${event.type} ${event.round}` : event.type;
  }
}

/** The end of a run is logged each time. Its start and budget warnings are logged once. */
function isSameFact(before: StoredEvent, body: StoredEventBody): boolean {
  switch (body.type) {
    case "debate.completed":
    case "debate.failed":
    case "debate.said":
      return false;
    case "debate.started":
    case "debate.budget_warning":
      return true;
    default: {
      const { debateId: _id, at: _at, seq: _seq, ...fact } = before;
      return toSortedJson(fact) === toSortedJson(body);
    }
  }
}

/** Journals may return fields in another order, and store no field without a value. */
function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
