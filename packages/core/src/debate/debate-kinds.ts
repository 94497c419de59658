import { getKindName } from "../answers/index.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** A review lists and checks findings, whatever its stop and decision rules are. */
export function isReview({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "findings";
}

/** Answers are programs. */
export function isCode({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "code";
}

/** A text is drafted, criticized and revised, whatever the stop and decision rules are. */
export function isDraft({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "draft";
}

/** In a draft, the first member writes in even rounds, and the others criticize in odd ones. */
export function speaksIn(seat: number, round: number): boolean {
  return (seat === 0) === (round % 2 === 0);
}

/** Rounds that are argued for one assignment of sides. The leaders are known after round 0. */
export function arguedRounds({ sides, rounds }: ResolvedConfig): { from: number; count: number } {
  return sides?.answers === "leaders" ? { from: 1, count: rounds } : { from: 0, count: rounds + 1 };
}

/** Most rounds that a debate has, those with the sides swapped too. */
export function countMostRounds(config: ResolvedConfig): number {
  if (config.sides === null) return config.rounds + 1;
  const { from, count } = arguedRounds(config);
  return from + count * (config.sides.swap ? 2 : 1);
}

/**
 * Returns the config of a debate that ends with this round. Reviews are unchanged: their verdict doesn't depend on
 * it.
 */
export function endWith(config: ResolvedConfig, round: number): ResolvedConfig {
  const { sides, rounds } = config;
  if (isReview(config)) return config;
  if (sides === null) return { ...config, rounds: Math.min(rounds, round) };
  const { from, count } = arguedRounds(config);
  // With the sides swapped, it has been argued to the end once.
  if (round >= from + count) return config;
  return { ...config, rounds: Math.max(from, round), sides: { ...sides, swap: false } };
}

/** Rounds before the last one with which a debate may end, the latest first. A review without its check ends with round 0. */
export function listEarlierEnds(config: ResolvedConfig): number[] {
  const { sides, rounds } = config;
  if (isReview(config)) return [0];
  const { from, count } = sides === null ? { from: 0, count: rounds + 1 } : arguedRounds(config);
  const last = from + count - 1;
  const ends = Array.from({ length: count }, (_, earlier) => last - earlier);
  // A text that was criticized is revised.
  if (isDraft(config)) return ends.filter((round) => round < last && round % 2 === 0);
  return sides?.swap ? ends : ends.slice(1);
}
