import type { Hold, Shortage } from "../protocol/budget.ts";
import type { StoredEventBody } from "../protocol/events.ts";
import type { Review } from "../protocol/result.ts";
import type { Round } from "../protocol/position.ts";
import type { Step } from "../protocol/step.ts";

export type Attributes = Record<string, string | number | boolean>;

/** Measures a piece of work; costs nothing when nobody traces. */
export type Span = <T>(
  name: string,
  attributes: Attributes,
  work: (set: (name: string, value: string | number | boolean) => void) => Promise<T>,
) => Promise<T>;

/** The caps of this run. */
export interface BudgetPort {
  hold: Hold;
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
  /** What the events so far come to. */
  readonly rounds: readonly Round[];
  /** `null`: nothing is capped. */
  budget: BudgetPort | null;
  span: Span;
  /** Resolves when a person has reviewed this run. */
  review(): Promise<Review>;
}
