import type { Round } from "../protocol/position.ts";

/** Numbers answers consistently across rounds, so that a changed answer has another color. */
export function numberAnswers(rounds: readonly Round[]): (number | null)[][] {
  const numberByAnswer = new Map<string, number>();
  let next = 0;
  return rounds.map(({ positions }) => {
    const numberByCluster = new Map<number, number>();
    const usedNumbers = new Set<number>();
    for (const { cluster, answer } of positions) {
      const knownNumber = answer === null ? undefined : numberByAnswer.get(answer);
      if (
        cluster === null ||
        knownNumber === undefined ||
        numberByCluster.has(cluster) ||
        usedNumbers.has(knownNumber)
      )
        continue;
      numberByCluster.set(cluster, knownNumber);
      usedNumbers.add(knownNumber);
    }
    return positions.map(({ cluster, answer }) => {
      if (cluster === null || answer === null) return null;
      const number = numberByCluster.get(cluster) ?? next++;
      numberByCluster.set(cluster, number);
      numberByAnswer.set(answer, number);
      return number;
    });
  });
}

/** Answer number for display, from 1. Letters are reserved for debaters, as in "Debater A". */
export function formatAnswerNumber(number: number): string {
  return String(number + 1);
}
