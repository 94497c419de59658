import type { StoredEvent, StoredEventBody } from "./events.ts";
import { findPlace, type Stage } from "./stages.ts";

type EventType = StoredEventBody["type"];
type EventOf<T extends EventType> = Extract<StoredEventBody, { type: T }>;

/** What makes two events the same on resume, and which earlier events a new one invalidates. */
export interface EventRule<E> {
  /** A new event invalidates those of later stages. `null`: outside the order, because nothing follows from it. */
  stage: Stage | null | ((event: E) => Stage);
  /** The fields that identify the subject of the event, next to `type`. `null`: every event has a subject of its own. */
  key: readonly (keyof E & string)[] | null;
  /** Replaces `type` in the identity of events whose types replace one another. */
  subject?: string;
  /** The last stage of a round in which an event about a new subject may come. Default: its own. */
  until?: Stage;
  /** Reported once per run: a later process doesn't report it again, whatever it would say. */
  once?: true;
}

/** A poll may ask further members when the first answers have been compared. */
const REPLY = {
  stage: "replies",
  subject: "reply",
  key: ["round", "debater"],
  until: "comparison",
} as const;

/** One row per type of event. The event log and the fold read nothing else about the identity of events. */
export const EVENT_RULES: { readonly [T in EventType]: EventRule<EventOf<T>> } = {
  "debate.started": { stage: "opening", key: [], once: true },
  "debate.routed": { stage: "opening", key: [] },

  "debate.crux": { stage: "round_start", key: ["round"] },
  "debate.round_started": { stage: "round_start", key: ["round"] },
  "debate.response": REPLY,
  "debate.part_reported": {
    stage: "replies",
    key: ["round", "debater", "part"],
    until: "comparison",
  },
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

  "debate.settled": { stage: null, key: ["round"] },
  "debate.budget_warning": { stage: null, key: ["limit"], once: true },
  "debate.budget_exceeded": { stage: null, key: [] },
  "debate.waiting": { stage: null, key: ["for", "round", "source"] },
  "debate.proceeded": { stage: null, key: ["round"] },
  "debate.said": { stage: null, key: null },
};

/** What an event is about. Of the events of a log about the same, the latest counts. */
export function nameSubject(event: StoredEventBody & { seq?: number }): string {
  const { key, subject = event.type } = getRule(event);
  const values = key === null ? [event.seq] : key.map((name) => event[name]);
  return [subject, ...values].join(" ");
}

/** Whether an earlier event no longer holds once another one is logged after it. */
export function isInvalidatedBy(
  event: StoredEvent,
  trigger: StoredEvent,
  /** Whether the trigger replaces an event about the same, which others may have followed from. */
  isReplacement: boolean,
): boolean {
  const isAboutSame = nameSubject(event) === nameSubject(trigger);
  return isAboutSame || findEventPlace(event) > findReach(trigger, isReplacement);
}

/** Where an event stands in its debate. Whatever is logged after the end of a run, the run goes on, so an end is the last. */
export function findEventPlace(event: StoredEventBody): number {
  const stage = getStage(event);
  if (stage === "ending") return Infinity;
  return stage === null ? -Infinity : findPlace(stage, getRound(event));
}

/** The last place that an event doesn't invalidate. */
export function findReach(event: StoredEventBody, isReplacement: boolean): number {
  const { until = getStage(event) } = isReplacement ? {} : getRule(event);
  if (until === "ending" || until === null) return Number.MAX_VALUE;
  return findPlace(until, getRound(event));
}

/** Whether a stored event says what a run that is resumed reports about the same subject. */
export function saysSame(stored: StoredEvent, body: StoredEventBody): boolean {
  const { debateId: _id, at: _at, seq: _seq, ...storedBody } = stored;
  return getRule(body).once === true || toSortedJson(storedBody) === toSortedJson(body);
}

/** Whether this version knows the type of an event. */
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

/** Journals may return fields in another order, and store no field without a value. */
function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
