import type { Round } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";

/** The comparing model's label of a result's answer. Null if it has none, or if no member gave the answer. */
export function findAnswerLabel({
  answer,
  winner,
  decision,
}: Pick<PartialResult, "answer" | "winner"> & {
  decision: Pick<PartialResult["decision"], "tally">;
}): string | null {
  if (answer === null || winner === null) return null;
  return decision.tally.find(({ debaters }) => debaters.includes(winner))?.label ?? null;
}

/** Label of an answer that a member gave in a round, the last one if there are several. Null if it has none. */
export function findLabelInRounds(rounds: readonly Round[], answer: string | null): string | null {
  const positions = rounds.flatMap((round) => round.positions);
  return (
    positions.findLast((position) => position.label && position.answer === answer)?.label ?? null
  );
}
