import type { Guarantee } from "../protocol/certificate.ts";
import type { PartialResult } from "../protocol/result.ts";
import { money, percent } from "./phrases.ts";

/** What a result says about the risk of its answer, as rows of a name and a sentence. Empty without any. */
export function riskRows({ stakes, guarantee, answer }: PartialResult): [string, string][] {
  const rows: [string, string][] = [];
  if (guarantee) rows.push(["Guarantee", guaranteeWords(guarantee)]);
  if (stakes) {
    const none = answer === null || answer === undefined;
    const risk = none ? "no answer" : `wrong with a probability of ${formatShare(stakes.pWrong)}`;
    const who = stakes.handedOver ? "a person should answer" : "delivered";
    rows.push(["Expected cost", `${money(stakes.expectedCost)}: ${risk}, ${who}`]);
  }
  return rows;
}

/** What a guarantee promises. */
export function guaranteeWords({
  mode,
  alpha,
  delta,
  rows,
  split,
}: Pick<Guarantee, "mode" | "alpha" | "delta" | "rows" | "split">): string {
  const promise =
    mode === "delivered"
      ? `of all questions, at most ${formatShare(alpha)} are decided and wrong, on average`
      : `of decided answers, at most ${formatShare(alpha)} are wrong, with ${percent(1 - delta)} confidence`;
  return `${promise} (${split === "exact" ? "certified" : "certified approximately"} on ${rows} questions like this one)`;
}

/** Small shares keep a digit. */
function formatShare(value: number): string {
  return value < 0.1 ? `${Number((value * 100).toPrecision(2))}%` : percent(value);
}
