import type { ConfidenceBasis, PartialResult } from "../protocol/result.ts";
import { noVoteWords, percent } from "./phrases.ts";

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
