import { findLatestVote } from "../decide/votes.ts";
import type { Position, Round } from "../protocol/position.ts";

/** Members that were called in these rounds, by name. */
export interface AskedMembers {
  /** Members that an agreement is a share of. */
  counted: string[];
  /** Members that can't be asked any more and never voted. They don't count. */
  excluded: string[];
}

/** Lists the members that were called in these rounds, in panel order. */
export function listAsked(rounds: readonly Round[]): AskedMembers {
  const asked: AskedMembers = { counted: [], excluded: [] };
  (rounds[0]?.positions ?? []).forEach(({ debater }, member) => {
    const calls = rounds.flatMap(({ positions }) => positions[member] ?? []).filter(wasCalled);
    if (calls.length === 0) return;
    const isLost = calls.at(-1)?.permanent === true && findLatestVote(rounds, member) === null;
    asked[isLost ? "excluded" : "counted"].push(debater);
  });
  return asked;
}

/** Number of members that the agreement after these rounds is a share of. */
export function countAskedInRounds(rounds: readonly Round[]): number {
  return listAsked(rounds).counted.length;
}

const wasCalled = ({ status }: Position): boolean => status !== "not_asked" && status !== "kept";
