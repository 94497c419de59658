const f = Math.fround;

/**
 * Constants for e^x in single floats (Cephes' expf): x is split into a multiple of ln 2 and a rest, whose power is a
 * polynomial. WebAssembly computes the same steps on four numbers at once.
 */
export const LOG2_E: number = f(Math.LOG2E);
/** ln 2 in two parts, so that the product of the first with a whole number is exact. */
export const LN2_HIGH: number = 0.693_359_375;
export const LN2_LOW: number = f(-2.121_944_4e-4);
/** Adding and subtracting it rounds a small number to an integer. */
export const ROUNDER: number = 12_582_912;
type Six<T> = readonly [T, T, T, T, T, T];
export const EXP_COEFFICIENTS: Six<number> = [
  f(1.987_569_15e-4),
  f(1.398_199_950_7e-3),
  f(8.333_451_907_3e-3),
  f(4.166_579_589_4e-2),
  f(1.666_666_545_9e-1),
  f(5.000_000_120_1e-1),
];
/** Below this, e^x is taken as 0: a single float couldn't hold all its digits. */
export const EXP_MIN: number = -87;
/** Callers must not pass more. */
export const EXP_MAX = 88;

const POWERS_OF_TWO = Float32Array.from({ length: 256 }, (_, index) => 2 ** (index - 127));

/** Computes e^x with the same bits as WebAssembly. */
export function exponential(x: number): number {
  if (x < EXP_MIN) return 0;
  const exponent = f(f(f(x * LOG2_E) + ROUNDER) - ROUNDER);
  const rest = f(f(x - f(exponent * LN2_HIGH)) - f(exponent * LN2_LOW));
  let sum: number = EXP_COEFFICIENTS[0];
  for (let i = 1; i < EXP_COEFFICIENTS.length; i++) {
    sum = f(f(sum * rest) + (EXP_COEFFICIENTS[i] as number));
  }
  sum = f(f(f(sum * f(rest * rest)) + rest) + 1);
  return f(sum * (POWERS_OF_TWO[exponent + 127] as number));
}
