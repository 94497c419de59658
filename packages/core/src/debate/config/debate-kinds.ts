import { getKindName } from "../../answers/answer-kinds.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** True for reviews, which list and check findings and ignore stop and decision rules. */
export function isReview({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "findings";
}

/** True if answers are programs. */
export function isCode({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "code";
}

/** True for drafts, which are written, criticized and revised, and ignore stop and decision rules. */
export function isDraft({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "draft";
}

/** In a draft, the first member writes in even rounds, and the others criticize in odd ones. */
export function speaksIn(panelIndex: number, round: number): boolean {
  return (panelIndex === 0) === (round % 2 === 0);
}

/** Number of rounds for one assignment of sides. With `leaders`, round 0 comes before it. */
export function arguedRounds({ sides, rounds }: ResolvedConfig): { from: number; count: number } {
  return sides?.answers === "leaders" ? { from: 1, count: rounds } : { from: 0, count: rounds + 1 };
}

/** Maximum number of rounds, including those with swapped sides. */
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
  // The debate with the first assignment is complete by then.
  if (round >= from + count) return config;
  return { ...config, rounds: Math.max(from, round), sides: { ...sides, swap: false } };
}

/** Earlier rounds that a debate may end with, the latest first. A review without its check ends with round 0. */
export function listEarlierEnds(config: ResolvedConfig): number[] {
  const { sides, rounds } = config;
  if (isReview(config)) return [0];
  const { from, count } = sides === null ? { from: 0, count: rounds + 1 } : arguedRounds(config);
  const last = from + count - 1;
  const ends = Array.from({ length: count }, (_, earlier) => last - earlier);
  // A criticized text must be revised before the debate ends.
  if (isDraft(config)) return ends.filter((round) => round < last && round % 2 === 0);
  return sides?.swap ? ends : ends.slice(1);
}
