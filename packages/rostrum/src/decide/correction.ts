import type { KindCalibration } from "../protocol/calibration.ts";

/** Beliefs nearer to 0 or 1 than this say nothing more: nobody has that many rows. */
const EXTREME = 1e-4;

export function logit(share: number): number {
  const inside = Math.min(1 - EXTREME, Math.max(EXTREME, share));
  return Math.log(inside / (1 - inside));
}

export function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

type Known = Pick<KindCalibration, "correction" | "rows">;

/** A belief of the classes as it holds on new rows. */
export function corrected(belief: number, { correction, rows }: Known): number {
  if (correction === undefined || belief <= 0) return belief;
  const { intercept, slope } = correction;
  return Math.min(mostFrom(rows), sigmoid(intercept + slope * logit(belief)));
}

/** The belief of the classes that is corrected to this one; above 1 where none is. */
export function uncorrected(belief: number, known: Known): number {
  const { correction } = known;
  if (correction === undefined) return belief;
  if (corrected(1, known) < belief) return 2;
  return sigmoid((logit(belief) - correction.intercept) / correction.slope);
}

/** The rule of succession: n rows without an error don't show that errors are rarer than 1 in n + 2. */
function mostFrom(rows: number): number {
  return (rows + 1) / (rows + 2);
}
