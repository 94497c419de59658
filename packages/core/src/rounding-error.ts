/** Tolerance for rounding errors in sums of dollars, shares and weights, which must not decide a comparison. */
export const ROUNDING_ERROR = 1e-9;

/** Rounds a sum or a mean of decimals: 0.1 + 0.2 is 0.3, and not 0.30000000000000004. */
export const removeRoundingError = (sum: number): number => Number(sum.toPrecision(12));
