import type { Position } from "../protocol/position.ts";

/** Panel index of the first member of a round's sole leading cluster; `null` when none leads alone. */
export function soleLeader(positions: readonly Pick<Position, "cluster">[]): number | null {
  const sizes: number[] = [];
  for (const { cluster } of positions) {
    if (cluster !== null) sizes[cluster] = (sizes[cluster] ?? 0) + 1;
  }
  if ((sizes[0] ?? 0) <= (sizes[1] ?? 0)) return null;
  return positions.findIndex(({ cluster }) => cluster === 0);
}
