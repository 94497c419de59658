/*
 * Tests whether debates are right as often as their calibration promised: a Bayes factor over reviews that stays valid
 * when it is checked after every review. A calibration from few rows has an error of its own, about normal on the scale
 * of log odds with variance 1 / (sum of p(1 - p) over its rows + the prior of its correction). If nothing else is wrong,
 * the factor is a martingale, and reaches 20 at any time in at most one case of 20 (Ville's inequality).
 */

/** A promised confidence, and the outcome according to a review. */
export interface ReviewedPromise {
  confidence: number;
  right: boolean;
}

/** The prior of the correction's intercept, in rows (`RIDGE.intercept` in `fit-kind.ts`). */
const PRIOR = 2;
/** Typical error of a calibration that no longer holds, in log odds. */
const SHIFT = 1.5;
const GRID = Array.from({ length: 81 }, (_, index) => (index - 40) / 8);
const EXTREME = 1e-4;

/** Bayes factor after each review for "right less often than promised", over all reviews so far. */
export function weighPromises(
  reviews: readonly ReviewedPromise[],
  beliefs: readonly number[],
): number[] {
  const information = beliefs.reduce((sum, belief) => sum + belief * (1 - belief), 0);
  const variance = 1 / (information + PRIOR);
  const keptWeights = normalizeDensity((off) => Math.exp((-off * off) / (2 * variance)));
  const brokenWeights = normalizeDensity((off) =>
    off < 0 ? Math.exp((-off * off) / (2 * (variance + SHIFT ** 2))) : 0,
  );
  const logs = GRID.map(() => 0);
  return reviews.map(({ confidence, right }) => {
    const inside = Math.min(1 - EXTREME, Math.max(EXTREME, confidence));
    const promised = Math.log(inside / (1 - inside));
    GRID.forEach((off, at) => {
      const chance = 1 / (1 + Math.exp(-(promised + off)));
      logs[at] = (logs[at] ?? 0) + Math.log(right ? chance : 1 - chance);
    });
    const maxLog = Math.max(...logs);
    const sum = (weights: readonly number[]): number =>
      weights.reduce((total, weight, at) => total + weight * Math.exp((logs[at] ?? 0) - maxLog), 0);
    return sum(brokenWeights) / sum(keptWeights);
  });
}

function normalizeDensity(density: (off: number) => number): number[] {
  const weights = GRID.map(density);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
