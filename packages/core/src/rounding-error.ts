/** Tolerance for rounding errors in sums of dollars, shares and weights, which must not decide a comparison. */
export const ROUNDING_ERROR = 1e-9;
