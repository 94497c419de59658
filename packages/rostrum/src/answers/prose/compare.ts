import { featuresOf } from "./features.ts";
import type { ProseQuestion } from "./question.ts";
import type { ProseAnswer } from "./read-prose.ts";
import { certain } from "./rules.ts";
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

const sure: Readonly<Record<"same" | "different", number>> = { same: 0.999, different: 0.001 };

/** Tells whether two answers to one question are the same; the order of the two makes no difference. */
export function compareProse(
  question: ProseQuestion,
  a: ProseAnswer,
  b: ProseAnswer,
  point: OperatingPoint,
  model: Model = weights,
): Comparison {
  const verdict = certain(question, a, b);
  if (verdict !== "open") return { verdict, probability: sure[verdict] };
  const probability = probabilityOf(model, featuresOf(question, a, b));
  if (point === "likelier")
    return { verdict: probability > model.likelierSame ? "same" : "different", probability };
  if (probability > model.settledSame) return { verdict: "same", probability };
  return { verdict: probability < model.settledDifferent ? "different" : "open", probability };
}
