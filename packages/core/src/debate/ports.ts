import type { AnswerReader } from "../protocol/answer.ts";
import type { Review } from "../protocol/settings.ts";
import type { Hold, Shortage, Spend } from "../protocol/budget.ts";
import type { StoredEventBody } from "../protocol/events.ts";
import type { CallCost } from "../protocol/paid-call.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { Round } from "../protocol/position.ts";
import type { ShiftReference } from "../decide/shift-report.ts";
import type { SeenDebate, ShiftReport } from "../protocol/shift.ts";
import type { Step, StepCall, StepOutcome } from "../protocol/step.ts";
import type { AttributeValue } from "../protocol/tracer.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

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

/** The most that one attempt at each step may take, by the step's name, without steps that are paid for. */
export type ForeseenSteps = ReadonlyMap<string, Spend>;

/** The caps of this run. */
export interface BudgetPort {
  hold: Hold;
  /** The calls that still have to be paid for. The others are answered from the journal. */
  unpaid(calls: readonly StepCall[]): StepCall[];
  /** Answers a call with a failure, because it doesn't fit into the budget. */
  skip(call: StepCall): void;
  onExceeded: "stop" | "throw";
  /** The last round that fits, and what the next one lacks; `null`: all of them fit. */
  readonly lastRound: { round: number; shortage: Shortage } | null;
  /** Simulates the run with this config, as far as it has not taken place yet. */
  foresee(config: ResolvedConfig): Promise<ForeseenSteps>;
  /** Amounts that are reserved for a call's next turn, by the step that began it. */
  readonly nextTurns: Map<string, Spend>;
  /** The cap that a review needs for its check, where the cap may not cover it; `null`: it does. */
  readonly check: Shortage | null;
  /** The time cap, once it has run out. */
  expired(): Shortage | null;
  /** Caps that are nearly used up, each named once. */
  warnings(): { limit: Shortage["limit"]; spent: number; cap: number }[];
}

/** Everything that the loop needs from outside. */
export interface Ports {
  step: Step;
  emit(event: StoredEventBody): void;
  /** True if a call is answered from the journal, or from another run. */
  isReplayed(call: StepCall): boolean;
  /** The calls in the order in which to begin them: first those whose debaters took longest before. */
  slowestFirst<T extends { call: StepCall }>(preparedCalls: readonly T[]): T[];
  /** Does something after a while. Returns a cancel function. */
  later(ms: number, work: () => void): () => void;
  /** Returns the cost of all attempts at a step so far, including one that is in flight. */
  spentOn(stepId: string): CallCost;
  /** The record of the events so far. */
  readonly rounds: readonly Round[];
  /** Everything is answered from a recorded run: no model and no tool is called. */
  readonly offline: boolean;
  /** `null`: nothing is capped. */
  budget: BudgetPort | null;
  /** Changes how answers are read, where replies are simulated. */
  adaptReader?(reader: AnswerReader): AnswerReader;
  span: Span;
  /** `null`: there is no tracer. */
  traceCall: TraceCall | null;
  /** Waits for the user's own code, at most this long, or as long as a call may take. Rejects when the run ends. */
  within<T>(work: (signal: AbortSignal) => T | Promise<T>, timeoutMs?: number | null): Promise<T>;
  /** True if a resumed run asks a dropped debater again. */
  asksDroppedAgain(step: string, round: number): boolean;
  /** The calls of this round are about to be prepared, so notes from now on are for later rounds. */
  beginRound(round: number): void;
  /** Moderator's notes that are heard before this round or earlier, in order. */
  notesUpTo(round: number): readonly HeardNote[];
  /** A round is over. With `pause`, resolves when a person lets the run go on. `more`: another round follows. */
  afterRound(round: number, then: { pause: boolean; more: boolean }): Promise<void> | null;
  /** Compares how the panel agrees with its calibration rows, over this and earlier debates; `null` if no pair of members can be compared. */
  watchShift(reference: ShiftReference, latestDebate: SeenDebate): Promise<ShiftReport | null>;
  /** Resolves when a person has reviewed this run. Its debaters with an answer are those to group. */
  review(voters: readonly string[]): Promise<Review>;
}
