/** A share with its 95 % interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

const Z = 1.959963984540054;

/** Wilson's score interval, which is accurate for few trials and for shares near 0 and 1. */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return { value: 0, low: 0, high: 1 };
  const share = successes / trials;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const half =
    (Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials))) /
    (1 + z2 / trials);
  return { value: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
