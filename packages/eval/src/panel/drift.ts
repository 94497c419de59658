import { findKindCalibration } from "@rostrum/core/decide";
import type { AnswerKind, Calibration } from "@rostrum/core/protocol";
import { readRow } from "../calibration/read-row.ts";
import { rowFrom, type LabelledDebate } from "./labelled.ts";
import { weighPromises } from "./promise-test.ts";

/** Test of whether the probabilities of calibrated debates still hold. */
export interface Drift {
  /** Calibrated debates with a known answer. */
  debates: number;
  /** Numbers of decided ones and of wrong ones among them. */
  decided: number;
  decidedWrong: number;
  /** Promised and observed share of right answers. */
  promised: number;
  right: number;
  /**
   * Largest Bayes factor so far for "right less often than promised" against "the calibration holds". If the
   * calibration holds, it reaches 20 in at most one case of 20, however often it is checked.
   */
  evidence: number;
  /** `null`: there are too few debates to tell. */
  holds: boolean | null;
}

/** Options of `driftOf()`. */
export interface DriftOptions {
  /**
   * Calibration that the debates used: the fewer rows it has, the larger its own error. Default: assumes rows like these
   * debates, as many as the debates report, or 100.
   */
  calibration?: Calibration;
}

/** With fewer debates, `holds` is null. */
const MIN_DEBATES = 20;
/** By Ville's inequality, a martingale with mean 1 reaches this in at most one case of 20. */
const SIGNIFICANT_FACTOR = 20;
const DEFAULT_ROWS = 100;

/**
 * Tests whether the probabilities of calibrated debates still hold, on debates whose right answers are known, oldest
 * first. Accounts for the calibration's own error, and may be repeated after every review.
 */
export function driftOf(
  debates: readonly LabelledDebate[],
  answer: AnswerKind<unknown> | AnswerKind = "auto",
  { calibration }: DriftOptions = {},
): Drift {
  const calibratedDebates = debates.flatMap((debate, index) => {
    const { confidence, confidenceBasis, stopReason, decision, shift } = debate.result;
    if (confidenceBasis !== "calibrated" || confidence === null) return [];
    const right = isAnswerRight(debate, index, answer);
    const decided = stopReason === "decided";
    const rows = shift?.before.both ?? DEFAULT_ROWS;
    return right === null ? [] : [{ confidence, right, decided, basis: decision.basis, rows }];
  });
  const factors = weighPromises(calibratedDebates, listBeliefs(calibratedDebates, calibration));
  const evidence = Math.max(1, ...factors.slice(MIN_DEBATES - 1));
  const decided = calibratedDebates.filter((debate) => debate.decided);
  const count = Math.max(1, calibratedDebates.length);
  return {
    debates: calibratedDebates.length,
    decided: decided.length,
    decidedWrong: decided.filter(({ right }) => !right).length,
    promised: calibratedDebates.reduce((sum, { confidence }) => sum + confidence, 0) / count,
    right: calibratedDebates.filter(({ right }) => right).length / count,
    evidence,
    holds: calibratedDebates.length < MIN_DEBATES ? null : evidence < SIGNIFICANT_FACTOR,
  };
}

/** Beliefs of the calibration about its own rows. */
function listBeliefs(
  calibratedDebates: readonly { confidence: number; basis: string; rows: number }[],
  calibration: Calibration | undefined,
): readonly number[] {
  const bases = [...new Set(calibratedDebates.map(({ basis }) => basis))];
  const beliefs = bases.flatMap((basis) => findKindCalibration(calibration, basis)?.beliefs ?? []);
  if (beliefs.length > 0) return beliefs;
  return Array.from({ length: calibratedDebates.at(-1)?.rows ?? 0 }, (_, row) => {
    const { confidence = 0 } = calibratedDebates[row % calibratedDebates.length] ?? {};
    return confidence;
  });
}

/** Returns `null` if nobody replied, or the right answer can't be read. */
function isAnswerRight(
  debate: LabelledDebate,
  index: number,
  answer: AnswerKind<unknown> | AnswerKind,
): boolean | null {
  if (debate.gold === null) return false;
  const row = rowFrom(debate);
  if (row === null) return null;
  const { answerGroups, right, known } = readRow(row, index, { kind: answer });
  if (!known) return null;
  const { winner } = debate.result;
  return right !== null && winner !== null && answerGroups.get(winner) === right;
}
