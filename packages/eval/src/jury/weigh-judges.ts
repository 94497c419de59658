/*
 * Learns a weight for each judge of a jury from pairs that people judged: logistic regression of the people's verdict on
 * the judges' signals, without an intercept (first and second are interchangeable), with weights of 0 or more. A negative
 * weight would reverse a judge's verdicts, which helps on tricky pairs like those learned from and hurts on others.
 */

/** By judge: 1 for the first answer, -1 for the second, 0 where the judge contradicted itself or said nothing. */
export type Signals = readonly number[];

/** Prior that a judge has no weight: a variance of 1 in log odds. */
const RIDGE = 1;
const STEPS = 1000;

export function learnJudgeWeights(
  rows: readonly { signals: Signals; gold: 1 | -1 }[],
  { signed = false, ridge = RIDGE }: { signed?: boolean; ridge?: number } = {},
): number[] {
  const size = rows[0]?.signals.length ?? 0;
  const agreements = rows.map(({ signals, gold }) => signals.map((signal) => signal * gold));
  // The squared norm of all signals bounds the curvature.
  const curvature =
    agreements.reduce((sum, signals) => sum + signals.reduce((all, x) => all + x * x, 0), 0) / 4 +
    ridge;
  let weights = Array.from({ length: size }, () => 0);
  let lookAhead = weights;
  let momentum = 1;
  for (let step = 0; step < STEPS; step++) {
    const gradient = lookAhead.map((weight) => ridge * weight);
    for (const agreement of agreements) {
      const margin = agreement.reduce((sum, x, judge) => sum + x * (lookAhead[judge] ?? 0), 0);
      const miss = 1 / (1 + Math.exp(margin));
      agreement.forEach((x, judge) => (gradient[judge] = (gradient[judge] ?? 0) - miss * x));
    }
    const next = lookAhead.map((weight, judge) => {
      const moved = weight - (gradient[judge] ?? 0) / curvature;
      return signed ? moved : Math.max(0, moved);
    });
    // Nesterov's acceleration: judges that echo each other make the plain descent slow.
    const following = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const pull = (momentum - 1) / following;
    lookAhead = next.map((weight, judge) => weight + pull * (weight - (weights[judge] ?? 0)));
    const change = Math.max(
      ...next.map((weight, judge) => Math.abs(weight - (weights[judge] ?? 0))),
    );
    weights = next;
    momentum = following;
    if (change < 1e-7) break;
  }
  return weights;
}

export const weighSignals = (signals: Signals, weights: readonly number[]): number =>
  signals.reduce((sum, signal, judge) => sum + signal * (weights[judge] ?? 0), 0);
