import type { Review } from "../protocol/settings.ts";
import type { Hold, Shortage } from "../protocol/budget.ts";
import type { CallCost, StoredEventBody } from "../protocol/events.ts";
import type { Round } from "../protocol/position.ts";
import type { Step, StepCall, StepOutcome } from "../protocol/step.ts";
import type { AttributeValue } from "../protocol/tracer.ts";

export type Attributes = Record<string, AttributeValue>;
export type SetAttribute = (name: string, value: AttributeValue) => void;

/** Adds what is known of a call to the span it was made in. */
export type DescribeCall = (set: SetAttribute, call: StepCall, outcome: StepOutcome) => void;

/** Measures a piece of work; costs nothing when nobody traces. */
export type Span = <T>(
  name: string,
  attributes: Attributes,
  work: (set: SetAttribute) => Promise<T>,
) => Promise<T>;

/** The caps of this run. */
export interface BudgetPort {
  hold: Hold;
  /** Those of the calls that are still to be paid: the others are answered from what is kept. */
  unpaid(calls: readonly StepCall[]): StepCall[];
  /** Answers a call by a failure, since there is no room for it. */
  leaveOut(call: StepCall): void;
  onExceeded: "stop" | "throw";
  /** The time cap, once it has run out. */
  expired(): Shortage | null;
  /** Caps that are nearly used up, each named once. */
  warnings(): { limit: Shortage["limit"]; spent: number; cap: number }[];
}

/** Everything the loop needs of the world. */
export interface Ports {
  step: Step;
  emit(event: StoredEventBody): void;
  /** What all attempts at a step have taken so far, one that is under way included. */
  spentOn(stepId: string): CallCost;
  /** What the events so far come to. */
  readonly rounds: readonly Round[];
  /** `null`: nothing is capped. */
  budget: BudgetPort | null;
  span: Span;
  /** `null`: nobody traces. */
  describeCall: DescribeCall | null;
  /** Waits for the caller's own code, for at most as long as a call may take. Rejects when the run ends. */
  within<T>(work: (signal: AbortSignal) => T | Promise<T>): Promise<T>;
  /** Whether a step is called though the debater was dropped: a resumed run asks it again. */
  recalls(step: string, round: number): boolean;
  /** Resolves when a person has reviewed this run. Its debaters with an answer are those to group. */
  review(voters: readonly string[]): Promise<Review>;
}
