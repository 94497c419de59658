import type { Position, Round } from "../protocol/position.ts";

/** The rounds that count. A round with too few replies, or without a readable one, changes no vote. */
export function counting(rounds: readonly Round[]): Round[] {
  return rounds.filter(({ shortfall }) => shortfall === undefined);
}

/** The last round that counts, or the last round if none does. */
export function lastCounting(rounds: readonly Round[]): Round | undefined {
  return rounds.findLast(({ shortfall }) => shortfall === undefined) ?? rounds.at(-1);
}

/** Each member's latest spoken or kept position; `null` for a member without a readable answer. */
export function latestVotes(rounds: readonly Round[], size: number): (Position | null)[] {
  const votes: (Position | null)[] = new Array<Position | null>(size).fill(null);
  let left = size;
  for (let index = rounds.length - 1; index >= 0 && left > 0; index--) {
    const round = rounds[index];
    if (round === undefined || round.shortfall !== undefined) continue;
    for (let member = 0; member < size; member++) {
      const position = votes[member] === null ? round.positions[member] : undefined;
      if (position?.status !== "spoke" && position?.status !== "kept") continue;
      votes[member] = position;
      left -= 1;
    }
  }
  return votes;
}
