import type { ConfidenceBasis, PartialResult } from "../protocol/result.ts";
import { formatPercent, formatMoney } from "./phrases.ts";
import type { Guarantee } from "../protocol/certificate.ts";

/** What is shown about an answer, as a name and words. */
export type LabeledText = [name: string, words: string];

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
export function listCertainty(result: PartialResult): LabeledText[] {
  const { agreement, confidenceBasis } = result;
  return [
    ["Agreement", agreement === null ? describeNoSupport(result) : formatPercent(agreement)],
    ...(confidenceBasis === "self_reported" ? [] : listEstimates(result)),
  ];
}

/** Why there is no figure for the members who share the answer. */
function describeNoSupport({ rounds, answer, decision }: PartialResult): string {
  if (rounds.length === 0) return "there was no debate";
  if (answer === null) return "there is no answer";
  return decision.method === "judged" && decision.tally.length > 0
    ? "unknown: nothing compared the judge's answer with the members'"
    : "nobody votes";
}

/** What the members think of their own answer. It says little about whether it is right, so it comes further down. */
export function listOwnEstimates(result: PartialResult): LabeledText[] {
  return result.confidenceBasis === "self_reported" ? listEstimates(result) : [];
}

/** The confidence of a result with what it is called. */
export function listEstimates({ confidence, confidenceBasis }: PartialResult): LabeledText[] {
  if (confidence === null || confidenceBasis === null) return [];
  return [[ESTIMATES[confidenceBasis], formatPercent(confidence)]];
}

/** What a debater thinks of its own answer; empty if it didn't say. */
export function describeOwnEstimate({ confidence }: { confidence: number | null }): string {
  return confidence === null ? "" : `own estimate ${formatPercent(confidence)}`;
}

/** Rows as one line, in the words of a sentence: "members' own estimate 90%". */
export function formatRows(rows: readonly LabeledText[]): string {
  return rows.map(([name, words]) => `${name.toLowerCase()} ${words}`).join(", ");
}

/** What a result says about the risk of its answer, as rows of a name and a sentence. Empty without any. */
export function listRisks({ stakes, guarantee, answer }: PartialResult): [string, string][] {
  const rows: [string, string][] = [];
  if (guarantee) rows.push(["Guarantee", formatGuarantee(guarantee)]);
  if (stakes) {
    const none = answer === null || answer === undefined;
    const risk = none ? "no answer" : `wrong with a probability of ${formatShare(stakes.pWrong)}`;
    const who = stakes.handedOver ? "a person should answer" : "delivered";
    rows.push(["Expected cost", `${formatMoney(stakes.expectedCost)}: ${risk}, ${who}`]);
  }
  return rows;
}

/** What a guarantee promises. */
export function formatGuarantee(
  guarantee: Pick<Guarantee, "mode" | "promise" | "alpha" | "delta" | "rows">,
): string {
  const { mode, promise, alpha, delta, rows } = guarantee;
  const share =
    mode === "delivered"
      ? `of all questions, at most ${formatShare(alpha)} are decided and wrong`
      : `of decided answers, at most ${formatShare(alpha)} are wrong`;
  const whom =
    promise === "average"
      ? "on average over calibrations"
      : `with ${formatPercent(1 - delta)} confidence`;
  return `${share}, ${whom} (certified on ${rows} questions like this one)`;
}

/** Small shares keep a digit. */
function formatShare(value: number): string {
  return value < 0.1 ? `${Number((value * 100).toPrecision(2))}%` : formatPercent(value);
}
