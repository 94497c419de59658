import type { Cluster, PartialResult, Position, Round } from "@rostrum/core/protocol";
import { createClusters, findLatestVotes } from "@rostrum/core/decide";

/** Clusters of a round, largest first. */
export function buildClusters({ positions }: Round): Cluster[] {
  const groups: number[][] = [];
  positions.forEach(({ cluster }, member) => {
    if (cluster !== null) (groups[cluster] ??= []).push(member);
  });
  return createClusters(
    groups.filter((group) => group !== undefined),
    positions,
  );
}

export interface GroupedVotes {
  /** `votes[i]` is member i's latest vote, or null. */
  votes: (Position | null)[];
  clusters: Cluster[];
}

/** Counted votes, grouped as in the decision. */
export function groupVotes({ rounds, decision }: PartialResult): GroupedVotes {
  const last = rounds.at(-1);
  if (!last) return { votes: [], clusters: [] };
  const votes = findLatestVotes(rounds, last.positions.length);
  if (decision.tally.length === 0) return { votes, clusters: buildClusters(last) };
  const findMember = (name: string): number =>
    last.positions.findIndex(({ debater }) => debater === name);
  const groups = decision.tally.map(({ debaters }) =>
    debaters.map(findMember).filter((member) => member >= 0),
  );
  // A tally may be sorted by weight, but rules expect the largest group first.
  groups.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
  return { votes, clusters: createClusters(groups, votes) };
}
