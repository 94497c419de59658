import { findKindCalibration } from "@rostrum/core/decide";
import type { AnswerKind, Calibration } from "@rostrum/core/protocol";
import { readRow } from "../calibration/read-row.ts";
import { rowFrom, type LabelledDebate } from "./labelled.ts";
import { weighPromises } from "./promise-test.ts";

/** Test of whether the probabilities of calibrated debates still hold. */
export interface Drift {
  /** Calibrated debates with a known answer. */
  debates: number;
  /** Decided ones, and those of them that were wrong. */
  decided: number;
  decidedWrong: number;
  /** Share of right answers that was promised on average, and that came true. */
  promised: number;
  right: number;
  /**
   * The largest factor so far by which "right less often than promised" explains the debates better than "the
   * calibration holds". If it holds, this ever reaches 20 in at most one case of 20, however often one looks.
   */
  evidence: number;
  /** `null`: there are too few debates to tell. */
  holds: boolean | null;
}

/** Options of `driftOf()`. */
export interface DriftOptions {
  /**
   * The calibration that the debates went by: the fewer rows it has, the more it may be off by itself. Default: one
   * whose rows are like these debates, as many as the debates say, or 100.
   */
  calibration?: Calibration;
}

/** Fewer debates can't tell a calibration that holds from one that doesn't. */
const ENOUGH = 20;
/** Ville's inequality: a factor that is right on average passes this in one case of 20. */
const SIGNIFICANT = 20;
const USUAL_ROWS = 100;

/**
 * Tests whether the probabilities of calibrated debates still hold, on debates whose right answers are known, oldest
 * first. Accounts for the calibration's own error, and may be repeated after every review.
 */
export function driftOf(
  debates: readonly LabelledDebate[],
  answer: AnswerKind<unknown> | AnswerKind = "auto",
  { calibration }: DriftOptions = {},
): Drift {
  const seen = debates.flatMap((debate, index) => {
    const { confidence, confidenceBasis, stopReason, decision, shift } = debate.result;
    if (confidenceBasis !== "calibrated" || confidence === null) return [];
    const right = isAnswerRight(debate, index, answer);
    const decided = stopReason === "decided";
    const rows = shift?.before.both ?? USUAL_ROWS;
    return right === null ? [] : [{ confidence, right, decided, basis: decision.basis, rows }];
  });
  const factors = weighPromises(seen, listBeliefs(seen, calibration));
  const evidence = Math.max(1, ...factors.slice(ENOUGH - 1));
  const decided = seen.filter((each) => each.decided);
  const count = Math.max(1, seen.length);
  return {
    debates: seen.length,
    decided: decided.length,
    decidedWrong: decided.filter(({ right }) => !right).length,
    promised: seen.reduce((sum, { confidence }) => sum + confidence, 0) / count,
    right: seen.filter(({ right }) => right).length / count,
    evidence,
    holds: seen.length < ENOUGH ? null : evidence < SIGNIFICANT,
  };
}

/** How sure the calibration was of its own rows. */
function listBeliefs(
  seen: readonly { confidence: number; basis: string; rows: number }[],
  calibration: Calibration | undefined,
): readonly number[] {
  const bases = [...new Set(seen.map(({ basis }) => basis))];
  const known = bases.flatMap((basis) => findKindCalibration(calibration, basis)?.beliefs ?? []);
  if (known.length > 0) return known;
  return Array.from({ length: seen.at(-1)?.rows ?? 0 }, (_, row) => {
    const { confidence = 0 } = seen[row % seen.length] ?? {};
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
  const { said, right, known } = readRow(row, index, { kind: answer });
  if (!known) return null;
  const { winner } = debate.result;
  return right !== null && winner !== null && said.get(winner) === right;
}
