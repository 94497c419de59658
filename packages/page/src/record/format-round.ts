import type { DebateRecord } from "@rostrum/core/record";

/** Names a round, counted from 1, and the task of its members. */
export function formatRound(index: number, { started, result }: DebateRecord): string {
  const sided = result.rounds[index]?.positions.some(({ side }) => side !== undefined);
  if (sided) return `Round ${index + 1}, each for its side`;
  if (started?.rules.answer === "draft")
    return index === 0 ? "The draft" : index % 2 === 1 ? "Critique" : "Revision";
  const isReview = started?.rules.answer === "findings";
  if (index === 0) return isReview ? "Findings" : "Round 1, on their own";
  return isReview ? "Checks" : `Round ${index + 1}, after reading the others`;
}

/** Short name of a round, for the step bar. */
export function formatStep(index: number, record: DebateRecord): string {
  return formatRound(index, record).split(",", 1)[0] ?? "";
}
