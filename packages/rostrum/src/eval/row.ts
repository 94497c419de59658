import type { DebateResult } from "../protocol/result.ts";
import type { EvalItem } from "./datasets/item.ts";
import type { ArmOutcome } from "./outcome.ts";

/** One question under every arm. */
export interface EvalRow {
  item: EvalItem;
  /** The panel's independent answers, and their vote. */
  independent: DebateResult<unknown>;
  outcomes: Record<string, ArmOutcome>;
  /** The grades that a model gave, if one was asked. */
  graded?: GradedAnswer[];
}

/** An answer that a model has graded. */
export interface GradedAnswer {
  answer: string;
  /** How the answer counts: by the model, or by the rules if the model failed or contradicted itself. */
  right: boolean;
  /** What the rules would say. */
  rules: boolean;
  /** The model's grades with the answers in one order and in the opposite order; `null`: unusable. */
  model: (boolean | null)[];
}
