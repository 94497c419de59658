import {
  correctBelief,
  groupAsked,
  createJudgementFrom,
  findLeading,
  createPollReplayer,
  listSubsets,
  logit,
  sigmoid,
  type Judgement,
} from "@rostrum/core/decide";
import type {
  CalibrationReplay,
  KindCalibration,
  ReplayRow,
  Correction,
} from "@rostrum/core/protocol";
import { fitClasses } from "./fit-classes.ts";

/** The number of parts that rows are held out in, one part at a time. */
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
  const judgements = folds.map((classes) =>
    createJudgementFrom(members, { rows: 0, classes, beliefs: [], misses: [] }),
  );
  const correction = fitCorrection(scoreHeldOut(rows, judgements, members.length));
  // A question that is asked again shows nothing about other questions.
  const known = { rows: rows.filter(({ repeated }) => repeated !== true).length, correction };
  const all = [...members.keys()];
  // How sure each held-out row's whole panel makes its fold.
  const whole = rows.map((row) => {
    const [scored] = scoreRow(row, all, judgements[row.fold], 1);
    const { belief = 0, right = false } = scored ?? {};
    return { belief: Math.round(correctBelief(belief, known) * 1e4) / 1e4, right };
  });
  whole.sort((a, b) => b.belief - a.belief);
  return {
    ...known,
    classes: fitClasses(rows, members),
    beliefs: whole.map(({ belief }) => belief),
    misses: whole.flatMap(({ belief, right }) => (right ? [] : [belief])),
    replay,
  };
}

/** How much the members count that a poll would choose: they look better than they are. */
const CHOSEN = 0.9;
/** How much each length of a poll counts, from two members on: most polls end early. */
const LENGTHS = [4, 2, 1, 1, 1];
/** The poll that chooses them. Whom it asks next depends a little on what it is after. */
const POLL = { target: 0.97, first: 2, batch: 1, costs: [] };

/**
 * The leading beliefs of held-out rows, each row counting once: one part for all subsets of the panel that could
 * be asked, one for those that a poll by the same classes would ask. The latter were chosen for how
 * reliable they looked, and on new rows they are less so.
 */
function scoreHeldOut(
  rows: readonly ReplayRow[],
  judgements: readonly Judgement[],
  size: number,
): Scored[] {
  const parts = listSubsets(size);
  const lengths = LENGTHS.slice(0, Math.max(1, size - 1));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  // Never stops early, so that every prefix of a poll is a valid shorter poll.
  const polls = judgements.map((judgement) => createPollReplayer(judgement, POLL, false));
  return rows.flatMap((row) => {
    const judgement = judgements[row.fold];
    const { asked = [] } = polls[row.fold]?.(row) ?? {};
    return [
      ...parts.flatMap((part) => scoreRow(row, part, judgement, (1 - CHOSEN) / parts.length)),
      ...lengths.flatMap((length, index) =>
        scoreRow(row, asked.slice(0, POLL.first + index), judgement, (CHOSEN * length) / all),
      ),
    ];
  });
}

function scoreRow(
  row: ReplayRow,
  asked: readonly number[],
  judgement: Judgement | undefined,
  weight: number,
): Scored[] {
  const { members, numbers } = groupAsked(row, asked);
  if (members.length === 0 || judgement === undefined) return [];
  const { group, belief } = findLeading(members, judgement);
  return [{ belief, right: numbers[group] === row.right, weight }];
}

/** A belief, whether it was right, and how much it counts. */
interface Scored {
  belief: number;
  right: boolean;
  weight: number;
}

/** The prior that the beliefs need no correction, in rows. */
const RIDGE = { intercept: 2, slope: 28 };
const STEPS = 25;
/** A correction that turns "more likely" into "less likely" would only follow noise. */
const LEAST_SLOPE = 0.1;

/** Logistic regression of right on the logit of the belief, pulled towards leaving it as it is. */
function fitCorrection(scored: readonly Scored[]): Correction {
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
  return { intercept, slope: Math.max(LEAST_SLOPE, slope) };
}
