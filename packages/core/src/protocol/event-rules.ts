import type { StoredEvent, StoredEventBody } from "./events.ts";
import { toSortedJson } from "./sorted-json.ts";
import { findPlace, type Stage } from "./stages.ts";

type EventType = StoredEventBody["type"];
type EventOf<T extends EventType> = Extract<StoredEventBody, { type: T }>;

/**
 * Defines when two events are about the same subject on resume, and which earlier events a new one
 * invalidates.
 */
export interface EventRule<E> {
  /**
   * A new event invalidates events of later stages. `null`: outside the order, because nothing depends on the
   * event.
   */
  stage: Stage | null | ((event: E) => Stage);
  /**
   * Fields that identify the subject of the event, next to `type`. `null`: each event has its own subject.
   */
  key: readonly (keyof E & string)[] | null;
  /** Replaces `type` in the subject, for types that replace one another. */
  subject?: string;
  /** Last stage of a round in which an event about a new subject may occur. Default: its own stage. */
  until?: Stage;
  /** Reported once per run. A resumed run doesn't report it again, even if its content would differ. */
  once?: true;
}

/** Allowed until the comparison: a poll may ask further members after the first answers were compared. */
const REPLY = {
  stage: "replies",
  subject: "reply",
  key: ["round", "debater"],
  until: "comparison",
} as const;

/** Identity of each event type. The event log and the fold use nothing else to identify events. */
export const EVENT_RULES: { readonly [T in EventType]: EventRule<EventOf<T>> } = {
  "debate.started": { stage: "opening", key: [], once: true },
  "debate.routed": { stage: "opening", key: [] },

  "debate.crux": { stage: "round_start", key: ["round"] },
  "debate.round_started": { stage: "round_start", key: ["round"] },
  "debate.response": REPLY,
  "debate.debater_failed": REPLY,
  "debate.debater_cancelled": REPLY,
  "debate.compared": {
    stage: ({ what }) => (what === "verdict" ? "verdict" : "comparison"),
    key: ["what", "round"],
  },
  "debate.round_completed": { stage: "round_end", key: ["round"] },
  "debate.converged": { stage: "agreement", key: ["round"] },

  "debate.balloting": { stage: "balloting", key: [] },
  "debate.balloted": { stage: "ballots", key: [] },
  "debate.judging": { stage: "judging", key: [] },
  "debate.synthesized": { stage: "decision", key: [] },
  "debate.audited": { stage: "audit", key: [] },
  "debate.claims": { stage: "claims", key: [] },
  "debate.memo": { stage: "memo", key: [] },
  "debate.escalated": { stage: "escalation", key: [] },
  "debate.reviewed": { stage: "review", key: [] },
  "debate.outcome": { stage: "review", key: [] },
  "debate.completed": { stage: "ending", key: null },
  "debate.failed": { stage: "ending", key: null },

  "debate.part_reported": { stage: null, key: ["round", "debater", "part"] },
  "debate.settled": { stage: null, key: ["round"] },
  "debate.budget_warning": { stage: null, key: ["limit"], once: true },
  "debate.budget_exceeded": { stage: null, key: [] },
  "debate.waiting": { stage: null, key: ["for", "round", "source"] },
  "debate.proceeded": { stage: null, key: ["round"] },
  "debate.said": { stage: null, key: null },
};

/** Identifies the subject of an event. The latest event about a subject counts. */
export function nameSubject(event: StoredEventBody & { seq?: number }): string {
  const { key, subject = event.type } = getRule(event);
  const values = key === null ? [event.seq] : key.map((name) => event[name]);
  return [subject, ...values].join(" ");
}

/** True if an earlier event is void once `trigger` is logged. */
export function isInvalidatedBy(
  event: StoredEvent,
  trigger: StoredEvent,
  /** The trigger replaces an event about the same subject, which later events may depend on. */
  isReplacement: boolean,
): boolean {
  const hasSameSubject = nameSubject(event) === nameSubject(trigger);
  return hasSameSubject || findEventPlace(event) > findLastKeptPlace(trigger, isReplacement);
}

/**
 * Position of an event in the order of its debate. An ending is always last: an event logged after it means
 * that the run continued.
 */
export function findEventPlace(event: StoredEventBody): number {
  const stage = getStage(event);
  if (stage === "ending") return Infinity;
  return stage === null ? -Infinity : findPlace(stage, getRound(event));
}

/** Last position that an event doesn't invalidate. */
export function findLastKeptPlace(event: StoredEventBody, isReplacement: boolean): number {
  const { until = getStage(event) } = isReplacement ? {} : getRule(event);
  if (until === "ending" || until === null) return Number.MAX_VALUE;
  return findPlace(until, getRound(event));
}

/** True if a stored event equals the event that a resumed run reports. Journals may reorder fields. */
export function saysSame(stored: StoredEvent, body: StoredEventBody): boolean {
  const { debateId: _id, at: _at, seq: _seq, ...storedBody } = stored;
  return getRule(body).once === true || toSortedJson(storedBody) === toSortedJson(body);
}

export function isKnownEvent({ type }: { type: string }): boolean {
  return Object.hasOwn(EVENT_RULES, type);
}

function getRule<E extends StoredEventBody>(event: E): EventRule<E> {
  return EVENT_RULES[event.type] as unknown as EventRule<E>;
}

function getStage(event: StoredEventBody): Stage | null {
  const { stage } = getRule(event);
  return typeof stage === "function" ? stage(event) : stage;
}

function getRound(event: StoredEventBody): number {
  return "round" in event ? event.round : 0;
}
