import { findLastCounting } from "../decide/votes.ts";
import type { Round } from "../protocol/position.ts";

/**
 * True if a model was to compare the last answers and did not, because its call failed or didn't fit the budget. Nobody
 * knows then whether differently worded answers agree. False in panels whose rules alone compare.
 */
export function lacksComparison(rounds: readonly Round[]): boolean {
  const last = findLastCounting(rounds);
  return last?.uncompared === true && !last.regrouped && rounds.some(({ compared }) => compared);
}

export const UNCOMPARED = "the answers were not compared";
