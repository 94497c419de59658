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
