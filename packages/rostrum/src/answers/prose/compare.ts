import { featuresOf } from "./features.ts";
import type { ProseQuestion } from "./question.ts";
import type { ProseAnswer } from "./understand-prose.ts";
import { rulingOn } from "./rules.ts";
import type { Verdict } from "./rules.ts";
import { probabilityOf } from "./score.ts";
import type { Model } from "./score.ts";
import { weights } from "./weights.ts";

/**
 * How sure a verdict must be. `settled`: near certain, everything else is left open for somebody who can
 * judge. `likelier`: every pair gets a verdict.
 */
export type OperatingPoint = "settled" | "likelier";

export interface Comparison {
  verdict: Verdict;
  /** How probable it is that the two are one answer, by replies that people judged. */
  probability: number;
}

/** Of pairs of figures that are likely the same, people called nine in ten the same. */
const ruled = { same: 0.999, likely: 0.95, different: 0.001 } as const;

/** Tells whether two answers to one question are the same; the order of the two makes no difference. */
export function compareProse(
  question: ProseQuestion,
  a: ProseAnswer,
  b: ProseAnswer,
  point: OperatingPoint,
  model: Model = weights,
): Comparison {
  const ruling = rulingOn(question, a, b);
  if (ruling === "same" || ruling === "different")
    return { verdict: ruling, probability: ruled[ruling] };
  if (ruling === "likely")
    return { verdict: point === "likelier" ? "same" : "open", probability: ruled.likely };
  const probability = probabilityOf(model, featuresOf(question, a, b));
  if (point === "likelier")
    return { verdict: probability > model.likelierSame ? "same" : "different", probability };
  if (probability > model.settledSame) return { verdict: "same", probability };
  return { verdict: probability < model.settledDifferent ? "different" : "open", probability };
}
