import type { StoredEvent, StoredEventBody } from "../../protocol/events.ts";

/** What an earlier process logged of a run. */
export interface EarlierEvents {
  /** The stored event that says the same, if it still stands. */
  find(body: StoredEventBody): StoredEvent | undefined;
}

/**
 * Events are matched by what they are about (type, round and debater), not by their place: calls end in
 * another order each time. A reply is a fact of its own, and stands whatever else has changed. All other
 * events say what follows from the events before them: from the first event that is new, they are said
 * again, so that the last word in the log is always the valid one.
 */
export function earlierEvents(stored: readonly StoredEvent[]): EarlierEvents {
  const latest = new Map<string, StoredEvent>();
  for (const event of stored) {
    forgetAfter(event);
    latest.set(subjectOf(event), event);
  }
  let diverged = false;

  /** A round that is opened or closed anew undoes what was built on it: so the record reads it too. */
  function forgetAfter(event: StoredEventBody): void {
    if (event.type !== "debate.round_started" && event.type !== "debate.round_completed") return;
    const opened = event.type === "debate.round_started";
    for (const [subject, earlier] of latest) {
      const later = "round" in earlier && earlier.round > event.round;
      const ended = "round" in earlier && earlier.round === event.round && isEnd(earlier);
      if (isDecision(earlier) || (opened && (later || ended))) latest.delete(subject);
    }
  }

  return {
    find(body) {
      const before = latest.get(subjectOf(body));
      const stands = before && sameFact(before, body) && (isReply(body) || !diverged);
      if (stands) return before;
      forgetAfter(body);
      // Nothing is built on a warning.
      if (body.type !== "debate.budget_warning") diverged = true;
      return undefined;
    },
  };
}

function isEnd({ type }: StoredEventBody): boolean {
  return type === "debate.round_completed" || type === "debate.converged";
}

function isDecision({ type }: StoredEventBody): boolean {
  return (
    type === "debate.judging" ||
    type === "debate.synthesized" ||
    type === "debate.escalated" ||
    type === "debate.reviewed"
  );
}

function isReply({ type }: StoredEventBody): boolean {
  return type === "debate.response" || type === "debate.debater_failed";
}

function subjectOf(event: StoredEventBody): string {
  switch (event.type) {
    case "debate.response":
    case "debate.debater_failed":
      return `reply ${event.round} ${event.debater}`;
    case "debate.round_started":
    case "debate.round_completed":
    case "debate.converged":
      return `${event.type} ${event.round}`;
    case "debate.compared":
      return `${event.type} ${event.what} ${event.round}`;
    case "debate.budget_warning":
      return `${event.type} ${event.limit}`;
    default:
      return event.type;
  }
}

/** How a run ended is news each time; who started it and what was nearly spent is told once. */
function sameFact(before: StoredEvent, body: StoredEventBody): boolean {
  switch (body.type) {
    case "debate.completed":
    case "debate.failed":
      return false;
    case "debate.started":
    case "debate.budget_warning":
      return true;
    default: {
      const { debateId: _id, at: _at, seq: _seq, ...fact } = before;
      return sorted(fact) === sorted(body);
    }
  }
}

/** Journals may give fields back in another order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
