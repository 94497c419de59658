import { createRandom } from "@rostrum/core/record";
import { binomialAtMost } from "./binomial.ts";
import type { Interval } from "./wilson.ts";

/** Comparison of two methods on the same questions. */
export interface PairedDifference extends Interval {
  /** Right with the first method only. */
  wins: number;
  /** Right with the second method only. */
  losses: number;
  /** Exact two-sided McNemar test. */
  pValue: number;
  /** `pValue` after Holm's correction for the number of comparisons. */
  pCorrected: number;
  /** True if the interval excludes zero and `pCorrected` is below 0.05: only then is one called better. */
  differs: boolean;
}

const SIGNIFICANT = 0.05;

const RESAMPLES = 2000;

/** How much better `a` is than `b`, with a bootstrap interval over questions. */
export function pairedDifference(
  a: readonly boolean[],
  b: readonly boolean[],
  seed = 0,
): PairedDifference {
  const differences = a.map((right, index) => Number(right) - Number(b[index] ?? false));
  const wins = differences.filter((difference) => difference > 0).length;
  const losses = differences.filter((difference) => difference < 0).length;
  const { low, high } = bootstrapDifference(wins, losses, a.length, seed);
  const pValue = mcNemar(wins, losses);
  const value = a.length === 0 ? 0 : (wins - losses) / a.length;
  return addVerdict({ value, low, high, wins, losses, pValue }, pValue);
}

/**
 * Holm's correction over the comparisons in one table: with many of them, some look significant
 * by chance. Keeps the order.
 */
export function correctForMany<T extends PairedDifference>(differences: readonly T[]): T[] {
  const ranked = differences.toSorted((a, b) => a.pValue - b.pValue);
  const corrected = new Map<T, T>();
  let runningMax = 0;
  for (const [rank, difference] of ranked.entries()) {
    runningMax = Math.max(runningMax, Math.min(1, difference.pValue * (ranked.length - rank)));
    corrected.set(difference, addVerdict(difference, runningMax));
  }
  return differences.map((difference) => corrected.get(difference) ?? difference);
}

function addVerdict<T extends Interval>(
  difference: T,
  pCorrected: number,
): T & Pick<PairedDifference, "pCorrected" | "differs"> {
  const { low, high } = difference;
  const differs = (low > 0 || high < 0) && pCorrected < SIGNIFICANT;
  return { ...difference, pCorrected, differs };
}

/** Each question is a win, a loss or neither, so resampling questions means drawing from these shares. */
function bootstrapDifference(
  wins: number,
  losses: number,
  count: number,
  seed: number,
): { low: number; high: number } {
  if (count === 0) return { low: 0, high: 0 };
  const random = createRandom(`bootstrap ${seed}`);
  const sums = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let draw = 0; draw < count; draw++) {
      const at = random() * count;
      if (at < wins) sum += 1;
      else if (at < wins + losses) sum -= 1;
    }
    return sum / count;
  }).sort((x, y) => x - y);
  return {
    low: sums[Math.floor(RESAMPLES * 0.025)] ?? 0,
    high: sums[Math.ceil(RESAMPLES * 0.975) - 1] ?? 0,
  };
}

/** Exact binomial probability of a split at least this uneven if both methods were equal. */
export function mcNemar(wins: number, losses: number): number {
  const count = wins + losses;
  return Math.min(1, 2 * binomialAtMost(Math.min(wins, losses), count, 0.5));
}
