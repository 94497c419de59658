/*
 * Which threshold of a sequential poll keeps a promise about wrong deliveries. Every row is polled by classes that were
 * learned without its fold; the poll that is then used has the classes of all rows.
 */
import {
  createJudgementFrom,
  createPollReplayer,
  type Judgement,
} from "../../../packages/rostrum/src/decide/index.ts";
import { binomialAtMost } from "../../../packages/rostrum/src/eval/statistics/binomial.ts";
import type {
  KindCalibration,
  ReplayRow,
} from "../../../packages/rostrum/src/protocol/calibration.ts";

/** From strict to lax. */
export const THRESHOLDS: readonly number[] = [
  0.995, 0.99, 0.985, 0.98, 0.97, 0.96, 0.95, 0.93, 0.91, 0.89, 0.86, 0.83, 0.8, 0.75, 0.7, 0.6,
  0.5,
];

/** How a poll ended: whether its answer was delivered, was wrong, and how likely it said that to be. */
export interface PollEnd {
  delivered: boolean;
  wrong: boolean;
  doubt: number;
}

export function pollRows(
  judgement: Judgement,
  rows: readonly ReplayRow[],
  target: number,
): PollEnd[] {
  const poll = createPollReplayer(judgement, { target, first: 2, batch: 1, costs: [] });
  return rows.map((row) => {
    const { end, right, belief } = poll(row);
    const delivered = end === "sure";
    return { delivered, wrong: delivered && !right, doubt: delivered ? 1 - belief : 0 };
  });
}

/** By threshold, how polls end on rows that their classes had not seen. */
export function pollHeldOut(known: KindCalibration): PollEnd[][] {
  const { members = [], folds = [], rows = [] } = known.replay ?? {};
  const judgements = folds.map((classes) => createJudgementFrom(members, { ...known, classes }));
  return THRESHOLDS.map((target) =>
    judgements.flatMap((judgement, fold) =>
      pollRows(
        judgement,
        rows.filter((row) => row.fold === fold),
        target,
      ),
    ),
  );
}

/** What is known of a threshold and of all stricter ones. */
export interface Evidence {
  rows: number;
  delivered: number;
  /** Rows that were delivered wrong at this threshold or at a stricter one, so that the risk only grows. */
  wrong: number;
  /** The share of wrong deliveries that the poll's own beliefs expect. */
  expected: number;
  alpha: number;
}

/** Whether the promise holds. */
export type Rule = (evidence: Evidence) => boolean;

/**
 * On average over calibrations. Conformal risk control adds one error to those seen. Cross-fitting takes another: the
 * poll that is used was not the one that was tested.
 */
export const keepsOnAverage: Rule = ({ rows, wrong, expected, alpha }) =>
  (wrong + 2) / (rows + 1) <= alpha && expected <= alpha;

/** To whoever holds this certificate, with a chance of 1 - delta: Clopper and Pearson, one threshold after another. */
export function keepsToHolder(delta: number): Rule {
  return ({ rows, wrong, expected, alpha }) =>
    rows * alpha >= LEAST_ERRORS &&
    binomialAtMost(wrong, rows, alpha) <= delta &&
    expected <= alpha;
}

/** Rows suffice for a promise to the holder where it allows at least this many errors in them. */
const LEAST_ERRORS = 5;

/**
 * The same where the poll's own beliefs count as evidence, each row's for a share of a row. This issues more, and isn't
 * safe against beliefs that are far off.
 */
export function keepsToHolderByBeliefs(delta: number, weight = 2 / 3): Rule {
  return ({ rows, wrong, expected, alpha }) => {
    if (rows * alpha < LEAST_ERRORS || expected > alpha) return false;
    const prior = weight * rows;
    return (
      betaAbove(1 + wrong + prior * expected, rows - wrong + prior * (1 - expected), alpha) <= delta
    );
  };
}

/** The index of the last threshold, from strict to lax, up to which the promise holds; `null` where there is none. */
export function findThreshold(
  trial: readonly PollEnd[][],
  alpha: number,
  rule: Rule,
): number | null {
  const everWrong = new Set<number>();
  let found: number | null = null;
  for (const [index, ends] of trial.entries()) {
    ends.forEach(({ wrong }, row) => {
      if (wrong) everWrong.add(row);
    });
    const rows = ends.length;
    const delivered = ends.filter((end) => end.delivered).length;
    const expected = ends.reduce((sum, { doubt }) => sum + doubt, 0) / rows;
    if (!rule({ rows, delivered, wrong: everWrong.size, expected, alpha })) break;
    if (delivered > 0) found = index;
  }
  return found;
}

const STEPS = 2000;

/** The chance that a Beta variable is above a value, by its density on a grid. */
function betaAbove(a: number, b: number, value: number): number {
  const top = Math.min(1, value * 10);
  const log = (x: number): number => (a - 1) * Math.log(x) + (b - 1) * Math.log(1 - x);
  const peak = log(Math.min(0.999, Math.max(1e-6, (a - 1) / (a + b - 2))));
  let above = 0;
  let all = 0;
  for (let step = 0; step < STEPS; step++) {
    const x = ((step + 0.5) / STEPS) * top;
    const density = Math.exp(log(x) - peak);
    all += density;
    if (x > value) above += density;
  }
  return above / all;
}
