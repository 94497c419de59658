import { findLastCounting } from "../decide/votes.ts";
import type { Round } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";

/**
 * True if a model was to compare the last answers and did not, because its call failed or didn't fit the budget. Nobody
 * knows then whether differently worded answers agree. False in panels whose rules alone compare.
 */
export function lacksComparison(rounds: readonly Round[]): boolean {
  const last = findLastCounting(rounds);
  return (
    last?.uncompared === true &&
    last.regrouped !== true &&
    rounds.some(({ compared }) => compared !== undefined)
  );
}

/** "the answers were not compared", for a result that lacks a comparison. */
export function describeUncompared({ decision }: Pick<PartialResult, "decision">): string {
  return decision.basis === "judged"
    ? "not all answers were compared"
    : "the answers were not compared";
}
