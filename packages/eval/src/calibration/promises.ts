import type { Certified } from "@rostrum/core/protocol";
import { betaAbove } from "../statistics/beta.ts";
import { binomialAtMost } from "../statistics/binomial.ts";

/*
 * Rules that test whether a threshold keeps a promise. The threshold is chosen on the rows that test it, so the best one
 * looks a little better than it is (the winner's curse). Every rule therefore also uses the poll's own probabilities,
 * which were corrected on all rows: it refuses a threshold at which they expect more than alpha to be wrong.
 */

/** Terms of a promise. */
export type PromiseTerms = Pick<Certified, "mode" | "promise" | "alpha" | "delta">;

/** Results of held-out polls at a threshold. */
export interface ThresholdEvidence {
  rows: number;
  /** Numbers of delivered rows and of wrong ones among them. */
  sure: number;
  wrong: number;
  /** Rows that were delivered wrong at this threshold or at a stricter one. */
  everWrong: number;
  /** Wrong deliveries that the poll's own beliefs expect. */
  expected: number;
}

/** Returns true if the promise holds at a threshold, or `null` if too few answers are delivered to tell. */
export type PromiseRule = (evidence: ThresholdEvidence) => boolean | null;

export function choosePromiseRule(terms: PromiseTerms): PromiseRule {
  if (terms.mode === "sure") return keepsWhereSure(terms);
  return terms.promise === "average" ? keepsOnAverage(terms) : keepsToHolder(terms);
}

/**
 * Conformal risk control (Angelopoulos and others 2022): the mean over calibrations is at most alpha if one error is
 * added to those observed. More are added for cross-fitting, because the poll in use isn't the one that was tested.
 */
function keepsOnAverage({ alpha }: PromiseTerms): PromiseRule {
  return ({ rows, everWrong, expected }) =>
    (everWrong + addErrors(rows)) / (rows + 1) <= alpha && expected <= alpha * rows;
}

/** Polls that learned from fewer rows differ more from one another. */
function addErrors(rows: number): number {
  return 1 + CROSS_FITTING / rows;
}

/**
 * Tuned on gsm8k, crux and math-l5: with it, certificates of promise `average` delivered no more than alpha wrong there,
 * as the mean over panels. `scripts/evidence/certificates.ts` shows it, also on sets that it wasn't tuned on.
 */
const CROSS_FITTING = 150;

/**
 * Bounds the probability that more than alpha is delivered wrong by half of delta. The poll's own beliefs count as
 * evidence worth two thirds of the rows. They may be far off, so the rows alone must not contradict the promise, by
 * Clopper and Pearson's bound.
 */
function keepsToHolder(terms: PromiseTerms): PromiseRule {
  const { alpha, delta } = terms;
  return ({ rows, everWrong, expected }) => {
    if (hasTooFewRows({ ...terms, rows }) || expected > alpha * rows) return false;
    if (binomialAtMost(everWrong, rows, alpha) > 3 * delta) return false;
    const wrong = 1 + everWrong + BELIEF_WEIGHT * expected;
    const right = rows - everWrong + BELIEF_WEIGHT * (rows - expected);
    return betaAbove(wrong, right, alpha) <= delta / 2;
  };
}

/** Weight of the belief about a row, relative to one observed row. */
const BELIEF_WEIGHT = 2 / 3;

/** Learn-then-Test (Angelopoulos and others 2021), on the delivered answers alone. */
function keepsWhereSure({ alpha, delta }: PromiseTerms): PromiseRule {
  return ({ sure, wrong, expected }) =>
    (1 - alpha) ** sure > delta
      ? null
      : binomialAtMost(wrong, sure, alpha) <= delta && expected <= alpha * sure;
}

/** With fewer allowed errors, a panel that keeps its promise can't be told from a lucky one. */
const MIN_ALLOWED_ERRORS = 6;

/** True if there are too few rows to promise a certificate's holder anything about all questions. */
export function hasTooFewRows({
  mode,
  alpha,
  rows,
}: PromiseTerms & Pick<Certified, "rows">): boolean {
  return mode === "delivered" && rows < countMinRows(alpha);
}

/** 300 rows for 0.02. Rounded, because 6 / 0.06 is a little more than 100. */
function countMinRows(alpha: number): number {
  return Math.ceil(MIN_ALLOWED_ERRORS / alpha - 1e-9);
}

/** Minimum of error-free rows for a promise on average. */
function countRowsOnAverage(alpha: number): number {
  let rows = 1;
  while (addErrors(rows) / (rows + 1) > alpha) rows += 1;
  return rows;
}

/** Minimum of error-free rows for a promise; only delivered rows count in mode `sure`. */
export function countRowsNeeded({ mode, promise, alpha, delta }: PromiseTerms): number {
  const errorFree = Math.ceil(Math.log(delta) / Math.log(1 - alpha));
  if (mode === "sure") return errorFree;
  return promise === "average"
    ? countRowsOnAverage(alpha)
    : Math.max(countMinRows(alpha), errorFree);
}
