import type { ConfidenceBasis, PartialResult } from "../protocol/result.ts";
import { noVoteWords, percent, money } from "./phrases.ts";
import type { Guarantee } from "../protocol/certificate.ts";

/** What is shown about an answer, as a name and words. */
export type Row = [name: string, words: string];

/** What a confidence is called. Only a calibrated one is known to mean what it says. */
const ESTIMATES: Record<ConfidenceBasis, string> = {
  calibrated: "Calibrated probability",
  uncalibrated: "Uncalibrated probability",
  judge: "Judge's estimate",
  self_reported: "Members' own estimate",
};

/**
 * What stands first about an answer: how far the panel agrees, and a probability that somebody other than the
 * members gave.
 */
export function certaintyRows(result: PartialResult): Row[] {
  const { agreement, confidenceBasis } = result;
  return [
    ["Agreement", agreement === null ? noVoteWords(result) : percent(agreement)],
    ...(confidenceBasis === "self_reported" ? [] : estimateRows(result)),
  ];
}

/** What the members think of their own answer. It says little about whether it is right, so it comes further down. */
export function ownEstimateRows(result: PartialResult): Row[] {
  return result.confidenceBasis === "self_reported" ? estimateRows(result) : [];
}

/** The confidence of a result with what it is called. */
export function estimateRows({ confidence, confidenceBasis }: PartialResult): Row[] {
  if (confidence === null || confidenceBasis === null) return [];
  return [[ESTIMATES[confidenceBasis], percent(confidence)]];
}

/** What a debater thinks of its own answer; empty if it didn't say. */
export function ownEstimateWords({ confidence }: { confidence: number | null }): string {
  return confidence === null ? "" : `own estimate ${percent(confidence)}`;
}

/** Rows as one line, in the words of a sentence: "members' own estimate 90%". */
export function rowWords(rows: readonly Row[]): string {
  return rows.map(([name, words]) => `${name.toLowerCase()} ${words}`).join(", ");
}

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
