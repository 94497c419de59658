import { RostrumError } from "../rostrum-error.ts";
import type {
  DebateEvent,
  FailedEvent,
  PaidCall,
  StoredEvent,
  StoredEventBody,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Round } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";
import type { Review } from "../protocol/settings.ts";
import type { OpenWait } from "../protocol/waits.ts";
import { applyEvent } from "./apply-event.ts";
import { type DebatePhase, type DebateStatus, Facts } from "./facts.ts";
import { buildResult } from "./result.ts";
import { summarize, type RunSummaryRow } from "./summary.ts";
import { sumCalls } from "./call-book.ts";
import { StandingEvents } from "./standing-events.ts";
import { isKnownEvent } from "../protocol/event-rules.ts";

export type { DebatePhase, DebateStatus };

/** Everything that the events of one debate say. */
export interface DebateRecord {
  status: DebateStatus;
  phase: DebatePhase;
  /** How many rounds are over. Only these have an agreement. */
  completedRounds: number;
  /** What it waits for a person to do. */
  waits: OpenWait[];
  /** Complete if `status` is `completed`; otherwise what is known so far. */
  result: PartialResult;
  /** The costs that are known, if that of some call is not and `result.costUsd` is `null`. */
  atLeastUsd: number;
  started: StartedEvent | null;
  error: FailedEvent["error"] | null;
  /** When a person reviewed it, and what the panel had answered. Absent: nobody has. */
  reviewed?: { at: number; panel: { answer: unknown; unit: string | null } };
}

/**
 * Builds the record event by event. The loop keeps one, so that the result and the log can't differ. The
 * log of a resumed run may report something twice: then the record is that of the events that still hold.
 */
export class Recorder {
  readonly #standing: StandingEvents = new StandingEvents();
  #facts: Facts = new Facts();

  apply(event: StoredEvent): void {
    try {
      // Ignore what a newer version has logged.
      if (!isKnownEvent(event)) return;
      if (this.#standing.add(event)) this.#rebuild();
      else applyEvent(this.#facts, event);
    } catch (cause) {
      throw createUnreadableError(event, cause);
    }
  }

  #rebuild(): void {
    this.#facts = new Facts();
    for (const event of this.#standing) applyEvent(this.#facts, event);
  }

  /** The event that says the same, where one still holds. */
  find(body: StoredEventBody): StoredEvent | undefined {
    return this.#standing.find(body);
  }

  /** Whether the run still waits for what an event announced. */
  isOpenWait(event: StoredEventBody): boolean {
    return this.#facts.waits.isOpen(event);
  }

  /** A person's review of the decision that holds. */
  get review(): Review | undefined {
    return this.#facts.reviewed?.review;
  }

  get rounds(): readonly Round[] {
    return this.#facts.rounds;
  }

  get started(): StartedEvent | null {
    return this.#facts.started;
  }

  record(): DebateRecord {
    const { status, phase, completedRounds, waits } = this.#facts;
    const { started, error, reviewed, decided } = this.#facts;
    const record: DebateRecord = {
      status: status === "running" && waits.paused() ? "waiting" : status,
      phase,
      completedRounds,
      waits: waits.open(),
      result: this.result(),
      atLeastUsd: this.atLeastUsd(),
      started,
      error,
    };
    if (reviewed) record.reviewed = { at: reviewed.at, panel: pickAnswer(decided) };
    return record;
  }

  /** What the debate came to; of an unfinished debate, what is known so far. */
  result(): PartialResult {
    return buildResult(this.#facts);
  }

  /** The list row of the run. */
  summarize(): RunSummaryRow {
    return summarize(this.#facts);
  }

  /** The calls that count, in a fixed order. */
  calls(): PaidCall[] {
    return this.#facts.book.list();
  }

  atLeastUsd(): number {
    return sumCalls(this.calls()).atLeastUsd;
  }

  /** Attempts at a step that the events report. */
  attemptsAt(step: string): number {
    return this.#facts.book.attemptsAt(step);
  }
}

const pickAnswer = (
  decided: SynthesizedEvent | null,
): { answer: unknown; unit: string | null } => ({
  answer: decided?.answer ?? null,
  unit: decided?.unit ?? null,
});

/** Rebuilds a debate from its events, exactly. Pure; deltas are ignored. */
export function fold(events: Iterable<DebateEvent>): DebateRecord {
  return recordEvents(events).record();
}

/** The costs that are known of the calls in these events. */
export function computeAtLeastUsd(events: readonly DebateEvent[]): number {
  const isAnyKnown = events.some((event) => "calls" in event && event.calls.some(hasKnownCost));
  return isAnyKnown ? recordEvents(events).atLeastUsd() : 0;
}

const hasKnownCost = ({ costUsd }: PaidCall): boolean => costUsd !== null;

function recordEvents(events: Iterable<DebateEvent>): Recorder {
  const recorder = new Recorder();
  for (const event of events) {
    if (event.type !== "debate.delta") recorder.apply(event);
  }
  return recorder;
}

/** The record is damaged, or another program wrote it. */
function createUnreadableError(event: unknown, cause: unknown): RostrumError {
  const { type, seq } = (event ?? {}) as { type?: unknown; seq?: unknown };
  return new RostrumError(
    "event_unreadable",
    `event ${String(seq)} (${String(type)}): expected the fields of this event type, got others. ` +
      "Restore the record from a copy, or use another id.",
    { cause },
  );
}
