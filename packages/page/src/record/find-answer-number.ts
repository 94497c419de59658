import type { Round } from "@rostrum/core/protocol";

/** Number of an answer in the tally or the verdict. Null if no member gave it. */
export function findAnswerNumber(
  rounds: readonly Round[],
  numbers: readonly (readonly (number | null)[])[],
  answer: string,
): number | null {
  for (let round = rounds.length - 1; round >= 0; round--) {
    const member = rounds[round]?.positions.findIndex((position) => position.answer === answer);
    const number = member === undefined ? null : (numbers[round]?.[member] ?? null);
    if (number !== null) return number;
  }
  return null;
}
