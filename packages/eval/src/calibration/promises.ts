import type { Certified } from "@rostrum/core/protocol";
import { betaAbove } from "../statistics/beta.ts";
import { binomialAtMost } from "../statistics/binomial.ts";

/*
 * Rules that test whether a threshold keeps a promise. The threshold is chosen on the rows that test it, so the best one
 * looks a little better than it is (the winner's curse). Every rule therefore also uses the poll's own probabilities,
 * which were corrected on all rows: it refuses a threshold at which they expect more than alpha to be wrong.
 */

/** Terms of a promise. */
export type Promised = Pick<Certified, "mode" | "promise" | "alpha" | "delta">;

/** Results of held-out polls at a threshold. */
export interface ThresholdEvidence {
  rows: number;
  /** Rows that were delivered, and those of them that were wrong. */
  sure: number;
  wrong: number;
  /** Rows that were delivered wrong at this threshold or at a stricter one. */
  everWrong: number;
  /** Wrong deliveries that the poll's own beliefs expect. */
  expected: number;
}

/** Returns true if the promise holds at a threshold, or `null` if too few answers are delivered to tell. */
export type PromiseRule = (evidence: ThresholdEvidence) => boolean | null;

export function choosePromise(terms: Promised): PromiseRule {
  if (terms.mode === "sure") return keepsWhereSure(terms);
  return terms.promise === "average" ? keepsOnAverage(terms) : keepsToHolder(terms);
}

/**
 * Conformal risk control (Angelopoulos and others 2022): the mean over calibrations is at most alpha if one error is
 * added to those seen. More are added for cross-fitting, because the poll that is used isn't the one that was tested.
 */
function keepsOnAverage({ alpha }: Promised): PromiseRule {
  return ({ rows, everWrong, expected }) =>
    (everWrong + addErrors(rows)) / (rows + 1) <= alpha && expected <= alpha * rows;
}

/** Polls that learned from fewer rows differ more from one another. */
function addErrors(rows: number): number {
  return 1 + CROSS_FITTING / rows;
}

/** Chosen on gsm8k, crux and math-l5. */
const CROSS_FITTING = 150;

/**
 * The chance that more than alpha is delivered wrong is at most half of delta, from strict to lax thresholds until it
 * isn't. The poll's own beliefs count as evidence worth two thirds of the rows. They may be far off, so the rows alone,
 * by Clopper and Pearson's bound, must not speak against it.
 */
function keepsToHolder(terms: Promised): PromiseRule {
  const { alpha, delta } = terms;
  return ({ rows, everWrong, expected }) => {
    if (isThin({ ...terms, rows }) || expected > alpha * rows) return false;
    if (binomialAtMost(everWrong, rows, alpha) > 3 * delta) return false;
    const wrong = 1 + everWrong + BELIEFS * expected;
    const fine = rows - everWrong + BELIEFS * (rows - expected);
    return betaAbove(wrong, fine, alpha) <= delta / 2;
  };
}

/** Weight of the belief about a row, relative to one observed row. */
const BELIEFS = 2 / 3;

/** Learn-then-Test (Angelopoulos and others 2021): the same of the delivered answers alone. */
function keepsWhereSure({ alpha, delta }: Promised): PromiseRule {
  return ({ sure, wrong, expected }) =>
    (1 - alpha) ** sure > delta
      ? null
      : binomialAtMost(wrong, sure, alpha) <= delta && expected <= alpha * sure;
}

/** Rows in which alpha allows fewer errors than this can't tell a panel that keeps its promise from one that was lucky. */
const ENOUGH_ERRORS = 6;

/** True if there are too few rows to promise a certificate's holder anything about all questions. */
export function isThin({ mode, alpha, rows }: Promised & Pick<Certified, "rows">): boolean {
  return mode === "delivered" && rows < leastRows(alpha);
}

/** 300 rows for 0.02. Rounded, because 6 / 0.06 is a little more than 100. */
function leastRows(alpha: number): number {
  return Math.ceil(ENOUGH_ERRORS / alpha - 1e-9);
}

/** Rows without an error that a promise on average needs at least. */
function countRowsOnAverage(alpha: number): number {
  let rows = 1;
  while (addErrors(rows) / (rows + 1) > alpha) rows += 1;
  return rows;
}

/** Rows without an error that a promise needs at least: delivered ones in mode `sure`. */
export function countRowsNeeded({ mode, promise, alpha, delta }: Promised): number {
  const errorFree = Math.ceil(Math.log(delta) / Math.log(1 - alpha));
  if (mode === "sure") return errorFree;
  return promise === "average" ? countRowsOnAverage(alpha) : Math.max(leastRows(alpha), errorFree);
}
