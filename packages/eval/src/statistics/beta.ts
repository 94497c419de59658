const STEPS = 2000;

/** Probability that a Beta variable exceeds a value, by its density on a grid. For means far below one half. */
export function betaAbove(a: number, b: number, value: number): number {
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
