import type { Round } from "../../../rostrum/src/protocol/position.ts";

/** A number an answer, the same in every round, so that a change of mind is a change of colour. */
export function answerNumbers(rounds: readonly Round[]): (number | null)[][] {
  const known = new Map<string, number>();
  let next = 0;
  return rounds.map(({ positions }) => {
    const ofCluster = new Map<number, number>();
    const taken = new Set<number>();
    for (const { cluster, answer } of positions) {
      const before = answer === null ? undefined : known.get(answer);
      if (cluster === null || before === undefined || ofCluster.has(cluster)) continue;
      if (taken.has(before)) continue;
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

/** A, B, C, … */
export function letterOf(number: number): string {
  return number < 26 ? String.fromCharCode(65 + number) : String(number + 1);
}

/** Which number an answer of the tally or the verdict has; `null` for one that nobody gave. */
export function numberOfAnswer(
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
