import type { AnswerKind } from "../../protocol/answer.ts";
import { readRow } from "../calibration/read-row.ts";
import { binomialAtLeast } from "../statistics/binomial.ts";
import { rowFrom, type LabelledDebate } from "./labelled.ts";

/** Whether the probabilities of calibrated debates still hold. */
export interface Drift {
  /** Calibrated debates with a known answer. */
  debates: number;
  /** Decided ones, and those of them that were wrong. */
  decided: number;
  decidedWrong: number;
  /** Share of right answers that was promised on average, and that came true. */
  promised: number;
  right: number;
  /** Chance of at least as many wrong decided answers, if the calibration held. */
  pSure: number;
  /** Chance of a gap between promise and truth at least as large, if the calibration held. */
  pOverall: number;
  /** `null`: there are too few debates to tell. */
  holds: boolean | null;
}

/** Fewer debates can't tell a calibration that holds from one that doesn't. */
const ENOUGH = 20;
const SIGNIFICANT = 0.05;

/** Whether the probabilities of calibrated debates still hold, from debates whose right answers are known. */
export function driftOf(
  debates: readonly LabelledDebate[],
  answer: AnswerKind<unknown> | AnswerKind = "auto",
): Drift {
  const seen = debates.flatMap((debate, index) => {
    const { confidence, confidenceBasis, stopReason } = debate.result;
    if (confidenceBasis !== "calibrated" || confidence === null) return [];
    const isRight = isAnswerRight(debate, index, answer);
    return isRight === null ? [] : [{ confidence, isRight, decided: stopReason === "decided" }];
  });
  const decided = seen.filter((each) => each.decided);
  const wrong = decided.filter(({ isRight }) => !isRight).length;
  const allowed = decided.reduce((sum, each) => sum + 1 - each.confidence, 0);
  const promised = seen.reduce((sum, { confidence }) => sum + confidence, 0);
  const right = seen.filter(({ isRight }) => isRight).length;
  const variance = seen.reduce((sum, { confidence }) => sum + confidence * (1 - confidence), 0);
  const pSure =
    decided.length === 0 ? 1 : binomialAtLeast(wrong, decided.length, allowed / decided.length);
  const pOverall =
    variance === 0 ? 1 : computeTwoSidedChance((right - promised) / Math.sqrt(variance));
  const count = Math.max(1, seen.length);
  return {
    debates: seen.length,
    decided: decided.length,
    decidedWrong: wrong,
    promised: promised / count,
    right: right / count,
    pSure,
    pOverall,
    // Two tests are made: each has half of the error that is allowed.
    holds: seen.length < ENOUGH ? null : Math.min(pSure, pOverall) >= SIGNIFICANT / 2,
  };
}

/** Whether the panel's answer is right; `null` if nobody replied, or the right answer can't be read. */
function isAnswerRight(
  debate: LabelledDebate,
  index: number,
  answer: AnswerKind<unknown> | AnswerKind,
): boolean | null {
  if (debate.gold === null) return false;
  const row = rowFrom(debate);
  if (row === null) return null;
  const { said, right, known } = readRow(row, index, { kind: answer });
  if (!known) return null;
  const { winner } = debate.result;
  return right !== null && winner !== null && said.get(winner) === right;
}

/** Chance of a value this far from 0 under the normal distribution (Abramowitz and Stegun 7.1.26). */
function computeTwoSidedChance(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.min(1, poly * Math.exp(-x * x));
}
