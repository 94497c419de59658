import type { AnswerReader } from "../../protocol/answer.ts";
import type { Review } from "../../protocol/settings.ts";
import type { BudgetReservation, Shortage, Spend } from "../../protocol/budget.ts";
import type { StoredEventBody } from "../../protocol/events.ts";
import type { CallCost } from "../../protocol/paid-call.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { Round } from "../../protocol/position.ts";
import type { ShiftReference } from "../../decide/shift-report.ts";
import type { SeenDebate, ShiftReport } from "../../protocol/shift.ts";
import type { Step, StepCall, StepOutcome } from "../../protocol/step.ts";
import type { AttributeValue } from "../../protocol/tracer.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";

export type Attributes = Record<string, AttributeValue>;
export type SetAttribute = (name: string, value: AttributeValue) => void;

/** Adds what is known about a call to its span. */
export type TraceCall = (setAttribute: SetAttribute, call: StepCall, outcome: StepOutcome) => void;

/** Runs a piece of work inside a span; costs nothing without a tracer. */
export type Span = <T>(
  name: string,
  attributes: Attributes,
  work: (setAttribute: SetAttribute) => Promise<T>,
) => Promise<T>;

/** Upper bound of one attempt at each step, by step name, without steps that were paid for already. */
export type WorstSpendByStep = ReadonlyMap<string, Spend>;

/** The caps of this run. */
export interface BudgetPort {
  reservation: BudgetReservation;
  /** Charges what earlier processes spent on these calls without reporting it. To be called before calls are reserved. */
  chargeUnreported(calls: readonly StepCall[]): void;
  /** The calls that still have to be paid for. The others are answered from the journal. */
  listUnpaid(calls: readonly StepCall[]): StepCall[];
  /** Makes a call fail, because the budget has no room for it. */
  skip(call: StepCall): void;
  onExceeded: "stop" | "throw";
  /** The last round that fits, and the shortage of the next one; `null`: all rounds fit. */
  readonly lastRound: { round: number; shortage: Shortage } | null;
  /** Simulates the rest of the run with this config. */
  estimateWorstCase(config: ResolvedConfig): Promise<WorstSpendByStep>;
  /** Amounts that are reserved for a call's next turn, by the step that began it. */
  readonly nextTurns: Map<string, Spend>;
  /** Cap that a review's check would need; `null` if the configured one is enough. */
  readonly reviewCheckShortage: Shortage | null;
  /** The time cap, once it is used up. */
  expired(): Shortage | null;
  /** Caps that are nearly used up. Each is returned once. */
  warnings(): { limit: Shortage["limit"]; spent: number; cap: number }[];
}

/** Everything that the loop needs from outside. */
export interface Ports {
  step: Step;
  emit(event: StoredEventBody): void;
  /** True if a call is answered from the journal, or from another run. */
  isReplayed(call: StepCall): boolean;
  /** Sorts calls so that debaters that took longest before start first. */
  slowestFirst<T extends { call: StepCall }>(preparedCalls: readonly T[]): T[];
  /** Calls a function after a delay. Returns a function that cancels it. */
  schedule(ms: number, work: () => void): () => void;
  /** Returns the cost of all attempts at a step so far, including one that is in flight. */
  spentOn(stepId: string): CallCost;
  /** The rounds of the events that were emitted so far. */
  readonly rounds: readonly Round[];
  /** True if everything is answered from a recorded run: no model and no tool is called. */
  readonly offline: boolean;
  /** `null`: the run has no caps. */
  budget: BudgetPort | null;
  /** Set where replies are simulated. Nothing is worked out then that only people read. */
  simulated?: {
    /** Changes how answers are read. */
    adaptReader(reader: AnswerReader): AnswerReader;
  };
  span: Span;
  /** `null`: there is no tracer. */
  traceCall: TraceCall | null;
  /** Waits for user code, at most this long or as long as a call may take. Rejects when the run ends. */
  runUserCode<T>(
    work: (signal: AbortSignal) => T | Promise<T>,
    timeoutMs?: number | null,
  ): Promise<T>;
  /** True if a resumed run asks a dropped debater again. */
  asksDroppedAgain(step: string, round: number): boolean;
  /** Called before the calls of a round are prepared. Later notes are for later rounds. */
  beginRound(round: number): void;
  /** A moderator's notes for this round and earlier ones, in order. */
  notesUpTo(round: number): readonly HeardNote[];
  /** Called after a round. With `pause`, resolves when a person lets the run proceed. `hasNextRound`: another round follows. */
  afterRound(round: number, then: { pause: boolean; hasNextRound: boolean }): Promise<void> | null;
  /** Compares how the panel agrees with its calibration rows, over this and earlier debates; `null` if no pair of members can be compared. */
  watchShift(reference: ShiftReference, latestDebate: SeenDebate): Promise<ShiftReport | null>;
  /**
   * Resolves when a person has reviewed this run. `voters` are the debaters with an answer, which the review may
   * group. `check` throws if the review doesn't fit the debate; then the run goes on waiting.
   */
  review(voters: readonly string[], check: (review: Review) => void): Promise<Review>;
}
