import type {
  DecisionObject,
  MeanRule,
  MedianRule,
  TrimmedRule,
} from "../protocol/rule-settings.ts";
import type { DecisionFunction } from "../protocol/rules.ts";
import { DECIDE } from "../options/rules.ts";
import { fillDefaults, type Filled } from "../options/checks.ts";

/** A rule that combines several scores. */
export type ScoringRule = Filled<MeanRule | MedianRule | TrimmedRule>;

/** Mean of the scores, weighted by debater. */
export function mean(): MeanRule {
  return { type: "mean" };
}

/** Middle score, or the mean of the two middle scores. */
export function median(): MedianRule {
  return { type: "median" };
}

/** Mean without the highest and the lowest scores: this share at each end, from 0 to 0.5. Default 0.2. */
export function trimmed(share?: number): Filled<TrimmedRule> {
  return fillDefaults<TrimmedRule>(DECIDE, { type: "trimmed", share });
}

export function isScoringRule(
  rule: Filled<DecisionObject> | DecisionFunction,
): rule is ScoringRule {
  return typeof rule !== "function" && ["mean", "median", "trimmed"].includes(rule.type);
}
