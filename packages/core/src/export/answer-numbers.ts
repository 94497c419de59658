import type { Round } from "../protocol/position.ts";

/** One number per answer, the same in every round, so that a changed answer has another color. */
export function numberAnswers(rounds: readonly Round[]): (number | null)[][] {
  const known = new Map<string, number>();
  let next = 0;
  return rounds.map(({ positions }) => {
    const ofCluster = new Map<number, number>();
    const taken = new Set<number>();
    for (const { cluster, answer } of positions) {
      const before = answer === null ? undefined : known.get(answer);
      if (cluster === null || before === undefined || ofCluster.has(cluster) || taken.has(before))
        continue;
      ofCluster.set(cluster, before);
      taken.add(before);
    }
    return positions.map(({ cluster, answer }) => {
      if (cluster === null || answer === null) return null;
      const number = ofCluster.get(cluster) ?? next++;
      ofCluster.set(cluster, number);
      known.set(answer, number);
      return number;
    });
  });
}

/** The number of an answer as people see it, from 1. Letters are for debaters, as in "Debater A". */
export function formatAnswerNumber(number: number): string {
  return String(number + 1);
}
