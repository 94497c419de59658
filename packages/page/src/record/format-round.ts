import type { DebateRecord } from "@rostrum/core/record";

/** The name of a round: its number, and what debaters were asked to do in it. */
export function formatRound(index: number, { started, result }: DebateRecord): string {
  const sided = result.rounds[index]?.positions.some(({ side }) => side !== undefined);
  if (sided) return `Round ${index}, each for its side`;
  if (started?.rules.answer === "draft") {
    return index === 0 ? "The draft" : index % 2 === 1 ? "Critique" : "Revision";
  }
  if (index === 0) return "Round 0, independent";
  return started?.rules.answer === "findings" ? "Checks" : `Round ${index}, revised`;
}
