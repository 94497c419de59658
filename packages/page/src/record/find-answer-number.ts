import type { Round } from "@rostrum/core/protocol";

/** Which number an answer of the tally or the verdict has; `null` for one that nobody gave. */
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
