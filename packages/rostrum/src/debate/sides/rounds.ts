import type { ResolvedConfig } from "../resolved-config.ts";

/** Rounds that are argued for one assignment. The leaders are known after round 0. */
export function arguedRounds({ sides, rounds }: ResolvedConfig): { from: number; count: number } {
  return sides?.answers === "leaders" ? { from: 1, count: rounds } : { from: 0, count: rounds + 1 };
}

/** Most rounds that a debate has, those with the sides swapped too. */
export function mostRounds(config: ResolvedConfig): number {
  if (config.sides === null) return config.rounds + 1;
  const { from, count } = arguedRounds(config);
  return from + count * (config.sides.swap ? 2 : 1);
}
