import { featuresOf } from "./features.ts";
import type { ProseQuestion } from "./question.ts";
import type { ProseAnswer } from "./understand-prose.ts";
import { rulingOn } from "./rules.ts";
import type { Verdict } from "./rules.ts";
import { probabilityOf } from "./score.ts";
import type { Model } from "./score.ts";
import { weights } from "./weights.ts";

/** What two operating points say about a pair. */
export interface Comparison {
  /** Only where it is near certain; all else is left open for somebody who can judge. */
  settled: Verdict;
  /** Every pair gets a verdict; it never contradicts `settled`. */
  likelier: "same" | "different";
  /** How probable it is that the two are one answer, by replies that people judged. */
  probability: number;
  /** A rule says so, not the score. */
  ruled: boolean;
}

/** Of pairs of figures that are likely the same, people called nine in ten the same. */
const ruled = { same: 0.999, likely: 0.95, unlikely: 0.2, different: 0.001 } as const;

/** Tells whether two answers to one question are the same; the order of the two makes no difference. */
export function compareProse(
  question: ProseQuestion,
  one: ProseAnswer,
  other: ProseAnswer,
  model: Model = weights,
): Comparison {
  // Always in the same order: sums of the same terms in another order may fall on the other side of a limit.
  const [a, b] = one.key <= other.key ? [one, other] : [other, one];
  const ruling = rulingOn(question, a, b);
  if (ruling === "same" || ruling === "different")
    return { settled: ruling, likelier: ruling, probability: ruled[ruling], ruled: true };
  if (ruling !== "open")
    return {
      settled: "open",
      likelier: ruling === "likely" ? "same" : "different",
      probability: ruled[ruling],
      ruled: true,
    };
  const probability = probabilityOf(model, featuresOf(question, a, b));
  const likelier = probability > model.likelierSame ? "same" : "different";
  if (probability > model.settledSame)
    return { settled: "same", likelier, probability, ruled: false };
  const settled = probability < model.settledDifferent ? "different" : "open";
  return { settled, likelier, probability, ruled: false };
}
