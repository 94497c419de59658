import type { ResolvedConfig } from "../resolved-config.ts";

/** A text is drafted, criticized and revised, whatever the stop and decision rules are. */
export function isDraft({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return typeof answer === "string"
    ? answer === "draft"
    : "type" in answer && answer.type === "draft";
}

/** The first member drafts and revises in even rounds; the others criticize in odd ones. */
export function speaksIn(seat: number, round: number): boolean {
  return (seat === 0) === (round % 2 === 0);
}

/** Rounds among so many in which a member speaks. */
export function turnsIn(seat: number, rounds: number): number {
  return Array.from({ length: rounds }, (_, round) => round).filter((round) =>
    speaksIn(seat, round),
  ).length;
}
