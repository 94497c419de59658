import type { DebateResult } from "../protocol/result.ts";
import type { EvalItem } from "./datasets/item.ts";
import type { ArmOutcome } from "./outcome.ts";

/** One question under every arm. */
export interface EvalRow {
  item: EvalItem;
  /** The panel's independent answers, and their vote. */
  independent: DebateResult<unknown>;
  outcomes: Record<string, ArmOutcome>;
}
