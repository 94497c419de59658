import type { Position, Round } from "../protocol/position.ts";

/** Each member's latest spoken or kept position; `null` for a member that never answered readably. */
export function latestVotes(rounds: readonly Round[], size: number): (Position | null)[] {
  const votes: (Position | null)[] = new Array<Position | null>(size).fill(null);
  for (const round of rounds) {
    for (let member = 0; member < size; member++) {
      const position = round.positions[member];
      if (position?.status === "spoke" || position?.status === "kept") votes[member] = position;
    }
  }
  return votes;
}
