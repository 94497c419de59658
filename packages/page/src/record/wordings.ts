import type { PartialResult } from "@rostrum/core/protocol";
import { groupVotes } from "./groups.ts";

/** A wording among the votes: its authors, and its group in the decision. */
export interface VotedWording {
  text: string;
  debaters: string[];
  group: number;
}

/** Wordings of the counted votes, in the order of their groups. */
export function listVotedWordings(result: PartialResult): VotedWording[] {
  const { votes, clusters } = groupVotes(result);
  return clusters.flatMap(({ members }, group) => {
    const voters = members.flatMap((member) => votes[member] ?? []);
    const votersByAnswer = Map.groupBy(voters, ({ answer }) => answer ?? "");
    return [...votersByAnswer].map(([text, holders]) => ({
      text,
      debaters: holders.map(({ debater }) => debater),
      group,
    }));
  });
}

/** Debaters by the groups that a person chose for their wordings. Null if no wording was moved. */
export function readChosenGroups(
  wordings: readonly VotedWording[],
  chosen: readonly number[],
): string[][] | null {
  if (wordings.every(({ group }, index) => chosen[index] === group)) return null;
  const indexesByGroup = Map.groupBy(wordings.keys(), (index) => chosen[index] ?? -1);
  return [...indexesByGroup]
    .sort(([a], [b]) => a - b)
    .map(([, indexes]) => indexes.flatMap((index) => wordings[index]?.debaters ?? []));
}
