import type { ConfidenceBasis, PartialResult } from "../protocol/result.ts";
import { formatPercent, formatMoney, formatShareOf } from "./phrases.ts";
import { joinNames } from "../format.ts";
import { toOneLine } from "../visible.ts";
import { countStatuses } from "../record/finding-status.ts";
import { listAsked } from "../record/asked-members.ts";
import { lacksComparison, UNCOMPARED } from "../record/uncompared.ts";
import type { Guarantee } from "../protocol/certificate.ts";

/** A label and its text. */
export type LabeledText = [name: string, words: string];

/** Labels of confidences. Only a calibrated one is a tested probability. */
const CONFIDENCE_LABELS: Record<ConfidenceBasis, string> = {
  calibrated: "Calibrated probability",
  uncalibrated: "Uncalibrated probability",
  judge: "Judge's estimate",
  self_reported: "Members' own estimate",
};

/** First lines about an answer: its support, and a probability that does not come from the members. */
export function listCertainty(result: PartialResult): LabeledText[] {
  const { confidenceBasis, findings } = result;
  // In a review, each finding has votes of its own.
  if (findings !== undefined)
    return [["Findings", findings.length === 0 ? "none" : countStatuses(findings).join(", ")]];
  return [
    ["Support", describeSupport(result)],
    ...(confidenceBasis === "self_reported" ? [] : listEstimates(result)),
  ];
}

/** Support for the answer in words: "3 of 3", "2 of 3 · boole differs", "2 of 2 · boole failed". */
export function describeSupport(result: PartialResult): string {
  const { agreement, dissent, differences } = result;
  if (agreement === null) return describeNoSupport(result);
  const { counted, excluded } = listAsked(result.rounds);
  const askedCount = counted.length;
  const support = formatShareOf(agreement, askedCount);
  const names = dissent.map(({ debater }) => toOneLine(debater));
  const missing = askedCount - Math.round(agreement * askedCount) - names.length;
  return [
    support,
    ...(names.length === 0 ? [] : [describeDissent(result, names)]),
    ...(missing > 0 ? [`${missing} ${missing === 1 ? "is" : "are"} missing`] : []),
    ...(excluded.length > 0
      ? [`${joinNames(excluded.map((name) => toOneLine(name)))} failed`]
      : []),
    ...(names.length === 0 && differences.length > 0 ? ["same position, details differ"] : []),
  ].join(" · ");
}

function describeDissent({ rounds, decision }: PartialResult, names: readonly string[]): string {
  // Earlier rounds may have been compared.
  if (lacksComparison(rounds))
    return `${decision.basis === "judged" ? "" : "identical wordings only: "}${UNCOMPARED}`;
  return `${joinNames(names)} ${names.length === 1 ? "differs" : "differ"}`;
}

/** Why there is no agreement. */
function describeNoSupport({ rounds, answer, decision }: PartialResult): string {
  if (rounds.length === 0) return "there was no debate";
  if (answer === null) return "there is no answer";
  return decision.method === "judged" && decision.tally.length > 0
    ? "unknown: nothing compared the judge's answer with the members'"
    : "nobody votes";
}

/** Members' own estimates. They say little about correctness, so they come further down. */
export function listOwnEstimates(result: PartialResult): LabeledText[] {
  return result.confidenceBasis === "self_reported" ? listEstimates(result) : [];
}

/** Confidence of a result with its label. */
export function listEstimates({ confidence, confidenceBasis }: PartialResult): LabeledText[] {
  if (confidence === null || confidenceBasis === null) return [];
  return [[CONFIDENCE_LABELS[confidenceBasis], formatPercent(confidence)]];
}

/** A debater's own estimate. Empty if it gave none. */
export function describeOwnEstimate({ confidence }: { confidence: number | null }): string {
  return confidence === null ? "" : `own estimate ${formatPercent(confidence)}`;
}

/** Rows as one line: "members' own estimate 90%". */
export function formatRows(rows: readonly LabeledText[]): string {
  return rows.map(([name, words]) => `${name.toLowerCase()} ${words}`).join(", ");
}

/** Risk of an answer, as rows of a name and a sentence. Empty if unknown. */
export function listRisks({ stakes, guarantee, answer }: PartialResult): [string, string][] {
  const rows: [string, string][] = [];
  if (guarantee) rows.push(["Guarantee", formatGuarantee(guarantee)]);
  if (stakes) {
    const hasNoAnswer = answer === null || answer === undefined;
    const risk = hasNoAnswer
      ? "no answer"
      : `wrong with a probability of ${formatShare(stakes.pWrong)}`;
    const handling = stakes.handedOver ? "a person should answer" : "delivered";
    rows.push(["Expected cost", `${formatMoney(stakes.expectedCost)}: ${risk}, ${handling}`]);
  }
  return rows;
}

export function formatGuarantee(
  guarantee: Pick<Guarantee, "mode" | "promise" | "alpha" | "delta" | "rows">,
): string {
  const { mode, promise, alpha, delta, rows } = guarantee;
  const share =
    mode === "delivered"
      ? `of all questions, at most ${formatShare(alpha)} are decided and wrong`
      : `of decided answers, at most ${formatShare(alpha)} are wrong`;
  const validity =
    promise === "average"
      ? "on average over calibrations"
      : `with ${formatPercent(1 - delta)} confidence`;
  return `${share}, ${validity} (certified on ${rows} questions like this one)`;
}

/** Keeps two significant digits of small shares. */
function formatShare(value: number): string {
  return value < 0.1 ? `${Number((value * 100).toPrecision(2))}%` : formatPercent(value);
}
