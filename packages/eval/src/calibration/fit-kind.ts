import {
  correctBelief,
  groupAsked,
  createBeliefModelFrom,
  findLeading,
  createPollReplayer,
  listSubsets,
  logit,
  sigmoid,
  type BeliefModel,
} from "@rostrum/core/decide";
import type {
  CalibrationReplay,
  KindCalibration,
  ReplayRow,
  Correction,
} from "@rostrum/core/protocol";
import { fitClasses } from "./fit-classes.ts";

/** Number of cross-validation folds. */
export const FOLDS = 5;

/** Fits one kind of answer: classes from all rows, and a correction from held-out rows. */
export function fitKind(rows: readonly ReplayRow[], members: readonly string[]): KindCalibration {
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    fitClasses(
      rows.filter((row) => row.fold !== fold),
      members,
    ),
  );
  const replay: CalibrationReplay = { members: [...members], rows: [...rows], folds };
  const beliefModels = folds.map((classes) =>
    createBeliefModelFrom(members, { rows: 0, classes, beliefs: [], misses: [] }),
  );
  const correction = fitCorrection(scoreHeldOut(rows, beliefModels, members.length));
  // A repeated question says nothing about other questions.
  const fitBase = { rows: rows.filter(({ repeated }) => repeated !== true).length, correction };
  const all = [...members.keys()];
  // Belief of the full panel about each held-out row, by the classes of the other folds.
  const fullPanelBeliefs = rows.map((row) => {
    const [scored] = scoreRow(row, all, beliefModels[row.fold], 1);
    const { belief = 0, right = false } = scored ?? {};
    return { belief: Math.round(correctBelief(belief, fitBase) * 1e4) / 1e4, right };
  });
  fullPanelBeliefs.sort((a, b) => b.belief - a.belief);
  return {
    ...fitBase,
    classes: fitClasses(rows, members),
    beliefs: fullPanelBeliefs.map(({ belief }) => belief),
    misses: fullPanelBeliefs.flatMap(({ belief, right }) => (right ? [] : [belief])),
    replay,
  };
}

/** Weight of the subsets that a poll would choose; the rest goes to all subsets. */
const POLLED_WEIGHT = 0.9;
/** Weight of each poll length, from two members on: most polls end early. */
const LENGTH_WEIGHTS = [4, 2, 1, 1, 1];
/** Poll that chooses the subsets. The target slightly affects whom it asks next. */
const POLL = { target: 0.97, first: 2, batch: 1, costs: [] };

/**
 * Scores the leading beliefs of held-out rows. Each row has a total weight of 1, split between all subsets of the panel
 * and the subsets that a poll with the same classes would ask. The latter are chosen because they look reliable, and
 * turn out less reliable on new rows.
 */
function scoreHeldOut(
  rows: readonly ReplayRow[],
  beliefModels: readonly BeliefModel[],
  size: number,
): ScoredBelief[] {
  const parts = listSubsets(size);
  const lengths = LENGTH_WEIGHTS.slice(0, Math.max(1, size - 1));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  // Never stops early, so that every prefix of a poll is a valid shorter poll.
  const polls = beliefModels.map((beliefModel) => createPollReplayer(beliefModel, POLL, false));
  return rows.flatMap((row) => {
    const beliefModel = beliefModels[row.fold];
    const { asked = [] } = polls[row.fold]?.(row) ?? {};
    return [
      ...parts.flatMap((part) =>
        scoreRow(row, part, beliefModel, (1 - POLLED_WEIGHT) / parts.length),
      ),
      ...lengths.flatMap((length, index) =>
        scoreRow(
          row,
          asked.slice(0, POLL.first + index),
          beliefModel,
          (POLLED_WEIGHT * length) / all,
        ),
      ),
    ];
  });
}

function scoreRow(
  row: ReplayRow,
  askedMembers: readonly number[],
  beliefModel: BeliefModel | undefined,
  weight: number,
): ScoredBelief[] {
  const { members, numbers } = groupAsked(row, askedMembers);
  if (members.length === 0 || beliefModel === undefined) return [];
  const { group, belief } = findLeading(members, beliefModel);
  return [{ belief, right: numbers[group] === row.right, weight }];
}

/** A belief, whether it was right, and its weight. */
interface ScoredBelief {
  belief: number;
  right: boolean;
  weight: number;
}

/** Strength of the prior that beliefs need no correction, in rows. */
const RIDGE = { intercept: 2, slope: 28 };
const STEPS = 25;
/** A correction that turns "more likely" into "less likely" would only follow noise. */
const MIN_SLOPE = 0.1;

/** Logistic regression of `right` on the logit of the belief, shrunk towards no correction. */
function fitCorrection(scored: readonly ScoredBelief[]): Correction {
  let intercept = 0;
  let slope = 1;
  const logits = scored.map(({ belief }) => logit(belief));
  for (let step = 0; step < STEPS; step++) {
    let [gradientI, gradientS] = [RIDGE.intercept * intercept, RIDGE.slope * (slope - 1)];
    let [ii, is, ss] = [RIDGE.intercept, 0, RIDGE.slope];
    scored.forEach(({ right, weight }, index) => {
      const x = logits[index] ?? 0;
      const chance = sigmoid(intercept + slope * x);
      const residual = weight * (chance - Number(right));
      const curvature = weight * chance * (1 - chance);
      gradientI += residual;
      gradientS += residual * x;
      ii += curvature;
      is += curvature * x;
      ss += curvature * x * x;
    });
    const determinant = ii * ss - is * is;
    const stepI = (ss * gradientI - is * gradientS) / determinant;
    const stepS = (ii * gradientS - is * gradientI) / determinant;
    intercept -= stepI;
    slope -= stepS;
    if (Math.abs(stepI) + Math.abs(stepS) < 1e-9) break;
  }
  return { intercept, slope: Math.max(MIN_SLOPE, slope) };
}
