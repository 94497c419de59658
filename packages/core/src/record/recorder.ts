import { RostrumError } from "../rostrum-error.ts";
import type {
  DebateEvent,
  FailedEvent,
  StoredEvent,
  StoredEventBody,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { PaidCall } from "../protocol/paid-call.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Round } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";
import type { Review } from "../protocol/settings.ts";
import type { OpenWait } from "../protocol/waits.ts";
import { applyEvent } from "./apply-event.ts";
import { type DebatePhase, type DebateStatus, RecordState } from "./record-state.ts";
import { buildResult } from "./result.ts";
import { sumCalls } from "./call-log.ts";
import { ValidEvents } from "./valid-events.ts";
import { getKnownCost } from "../protocol/costs.ts";
import { isKnownEvent } from "../protocol/event-rules.ts";

export type { DebatePhase, DebateStatus };

/** State of one debate, built from its events. */
export interface DebateRecord {
  status: DebateStatus;
  phase: DebatePhase;
  /** Number of completed rounds. Only these have an agreement. */
  completedRounds: number;
  /** Actions of a person that the run waits for. */
  waits: OpenWait[];
  /** Complete if `status` is `completed`; otherwise partial. */
  result: PartialResult;
  /** Sum of the known costs, for when `result.costUsd` is `null`. */
  atLeastUsd: number;
  started: StartedEvent | null;
  error: FailedEvent["error"] | null;
  /** Time of a person's review, and the panel's answer before it. Absent: no review. */
  reviewed?: { at: number; panel: { answer: unknown; unit: string | null } };
}

/**
 * Builds the record event by event. The debate loop uses one too, so that the result and the log can't
 * differ. The log of a resumed run may report something twice: only events that are still valid count.
 */
export class Recorder {
  readonly #validEvents: ValidEvents = new ValidEvents();
  #state: RecordState = new RecordState();
  /** Set once an event came from outside. Otherwise an error can't be due to the events. */
  #hasUntrustedEvents = false;

  /** Applies an event of this process. */
  apply(event: StoredEvent): void {
    // Ignore event types of newer versions.
    if (!isKnownEvent(event)) return;
    if (this.#validEvents.add(event)) this.#rebuild();
    else applyEvent(this.#state, event);
  }

  /** Applies an event of a journal or a caller, which may be damaged. */
  applyUntrusted(event: StoredEvent): void {
    this.#hasUntrustedEvents = true;
    try {
      this.apply(event);
    } catch (cause) {
      const { type, seq } = (event ?? {}) as { type?: unknown; seq?: unknown };
      throw createUnreadableError(`event ${String(seq)} (${String(type)})`, cause);
    }
  }

  #rebuild(): void {
    this.#state = new RecordState();
    for (const event of this.#validEvents) applyEvent(this.#state, event);
  }

  /** The valid event with the same content, if there is one. */
  find(body: StoredEventBody): StoredEvent | undefined {
    return this.#validEvents.find(body);
  }

  /** True if the run still waits for the action that an event announced. */
  isOpenWait(event: StoredEventBody): boolean {
    return this.#state.waits.isOpen(event);
  }

  /** A person's review of the current decision. */
  get review(): Review | undefined {
    return this.#state.reviewed?.review;
  }

  get rounds(): readonly Round[] {
    return this.#state.rounds;
  }

  get started(): StartedEvent | null {
    return this.#state.started;
  }

  record(): DebateRecord {
    const { status, phase, completedRounds, waits } = this.#state;
    const { started, error, reviewed, decided } = this.#state;
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

  /** Result of the debate. Partial if the debate is unfinished. */
  result(): PartialResult {
    try {
      return buildResult(this.#state);
    } catch (cause) {
      if (!this.#hasUntrustedEvents) throw cause;
      throw createUnreadableError(`run "${this.#state.id}"`, cause);
    }
  }

  /**
   * Derives a value from the state. `read` is a parameter, so that a page which lists no runs doesn't load the code of
   * summaries.
   */
  derive<T>(read: (state: RecordState) => T): T {
    return read(this.#state);
  }

  /** Reported calls, in a fixed order. */
  calls(): PaidCall[] {
    return this.#state.callLog.list();
  }

  /** Reported calls without those that another run paid. */
  ownCalls(): PaidCall[] {
    return this.#state.callLog.listOwn();
  }

  atLeastUsd(): number {
    return sumCalls(this.calls()).atLeastUsd;
  }

  /** Number of reported attempts at a step. */
  attemptsAt(step: string): number {
    return this.#state.callLog.attemptsAt(step);
  }
}

const pickAnswer = (
  decided: SynthesizedEvent | null,
): { answer: unknown; unit: string | null } => ({
  answer: decided?.answer ?? null,
  unit: decided?.unit ?? null,
});

/** Rebuilds a debate from its events. Pure; ignores deltas. */
export function fold(events: Iterable<DebateEvent>): DebateRecord {
  return recordEvents(events).record();
}

/** Sum of the known costs of the calls in these events. */
export function computeAtLeastUsd(events: readonly DebateEvent[]): number {
  const isAnyKnown = events.some(
    (event) => "calls" in event && event.calls.some((call) => getKnownCost(call).usd > 0),
  );
  return isAnyKnown ? recordEvents(events).atLeastUsd() : 0;
}

function recordEvents(events: Iterable<DebateEvent>): Recorder {
  const recorder = new Recorder();
  for (const event of events) {
    if (event.type !== "debate.delta") recorder.applyUntrusted(event);
  }
  return recorder;
}

/** The record may be damaged, or another program wrote it. The engine's own words are only in the cause. */
function createUnreadableError(subject: string, cause: unknown): RostrumError {
  return new RostrumError(
    "event_unreadable",
    `${subject} can't be read; the error's cause says why. ` +
      "If the record is damaged, restore it from a copy, or use another id.",
    { cause },
  );
}
