import type { PartialResult } from "@rostrum/core/protocol";
import { collectBallots } from "./groups.ts";

/** One wording among the votes: who gave it, and in which group of the decision it is. */
export interface VotedWording {
  text: string;
  debaters: string[];
  group: number;
}

/** The wordings of the votes that were counted, in the order of their groups. */
export function listVotedWordings(result: PartialResult): VotedWording[] {
  const { votes, clusters } = collectBallots(result);
  return clusters.flatMap(({ members }, group) => {
    const voters = members.flatMap((member) => votes[member] ?? []);
    const said = Map.groupBy(voters, ({ answer }) => answer ?? "");
    return [...said].map(([text, holders]) => ({
      text,
      debaters: holders.map(({ debater }) => debater),
      group,
    }));
  });
}

/** The debaters by the groups that a person chose for their wordings; `null` if nothing was moved. */
export function readChosenGroups(
  wordings: readonly VotedWording[],
  chosen: readonly number[],
): string[][] | null {
  if (wordings.every(({ group }, at) => chosen[at] === group)) return null;
  const places = Map.groupBy(wordings.keys(), (at) => chosen[at] ?? -1);
  return [...places]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => group.flatMap((at) => wordings[at]?.debaters ?? []));
}
