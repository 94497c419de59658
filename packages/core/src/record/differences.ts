import { hasAllSides } from "../protocol/has-all-sides.ts";
import type { Difference, Round } from "../protocol/position.ts";

/**
 * Returns the differences without the statements of members who have changed their answer since the
 * comparison.
 */
export function keepCurrent(
  differences: readonly Difference[],
  comparedRound: number,
  rounds: readonly Round[],
): Difference[] {
  const changed = new Set(
    rounds
      .filter(({ index }) => index > comparedRound)
      .flatMap(({ positions }) => positions.filter((position) => position.changed))
      .map(({ debater }) => debater),
  );
  if (changed.size === 0) return [...differences];
  return differences.flatMap(({ about, kind, says }) => {
    const current = says
      .map(({ debaters, text }) => ({
        debaters: debaters.filter((name) => !changed.has(name)),
        text,
      }))
      .filter(({ debaters }) => debaters.length > 0);
    return hasAllSides(kind, current) ? [{ about, kind, says: current }] : [];
  });
}
