import type {
  DecisionObject,
  MeanRule,
  MedianRule,
  TrimmedRule,
} from "../protocol/rule-settings.ts";
import type { DecisionFunction } from "../protocol/rules.ts";
import { DECIDE, fillDefaults, type Filled } from "../options/index.ts";

/** A rule that makes one score from several. */
export type ScoringRule = Filled<MeanRule | MedianRule | TrimmedRule>;

/** The mean of the scores, each with its debater's weight. */
export function mean(): MeanRule {
  return { type: "mean" };
}

/** The middle score; of an even number, the mean of the two in the middle. */
export function median(): MedianRule {
  return { type: "median" };
}

/** The mean without the highest and the lowest scores: this share at each end, from 0 to 0.5. Default 0.2. */
export function trimmed(share?: number): Filled<TrimmedRule> {
  return fillDefaults<TrimmedRule>(DECIDE, { type: "trimmed", share });
}

export function isScoringRule(
  rule: Filled<DecisionObject> | DecisionFunction,
): rule is ScoringRule {
  return typeof rule !== "function" && ["mean", "median", "trimmed"].includes(rule.type);
}
