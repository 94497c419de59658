import { logit, sigmoid } from "../../decide/index.ts";
import type { Correction } from "../../protocol/calibration.ts";

/** A belief, whether it was right, and how much it counts. */
export interface Scored {
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
export function fitCorrection(scored: readonly Scored[]): Correction {
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
