import type { DebateResult } from "../protocol/result.ts";
import type { EvalItem } from "./datasets/item.ts";
import type { ArmOutcome } from "./outcome.ts";

/** One question under every arm. */
export interface EvalRow {
  item: EvalItem;
  /** The panel's independent answers, and their vote. */
  independent: DebateResult<unknown>;
  outcomes: Record<string, ArmOutcome>;
  /** What a grader said of answers, where one was asked. */
  graded?: GradedAnswer[];
}

/** An answer that a model has graded. */
export interface GradedAnswer {
  answer: string;
  /** How it counts: as the model says, or as the rules say if the model is of two minds or failed. */
  right: boolean;
  /** What the rules would say. */
  rules: boolean;
  /** What the model said in one order of the answers and in the opposite one; `null`: nothing usable. */
  model: (boolean | null)[];
}
