import type { Position } from "../protocol/position.ts";
import type { TallyRow } from "../protocol/result.ts";
import type { Cluster } from "../protocol/rules.ts";

/** A vote without a stated confidence weighs as if it were half sure. */
const UNSTATED = 0.5;

/** The count behind a decision, in the order of `clusters`. `votes[i]` belongs to member i. */
export function tallyOf(
  clusters: readonly Cluster[],
  votes: readonly (Position | null)[],
  weights: readonly number[],
): TallyRow[] {
  return clusters.map((cluster) => ({
    answer: cluster.answer,
    votes: cluster.members.length,
    weight: weightOf(cluster, votes, weights),
    debaters: cluster.members.map((member) => votes[member]?.debater ?? ""),
  }));
}

/** Σ weight × confidence of a cluster's members. */
export function weightOf(
  cluster: Cluster,
  votes: readonly (Position | null)[],
  weights: readonly number[],
): number {
  let sum = 0;
  for (const member of cluster.members) {
    sum += (weights[member] ?? 1) * (votes[member]?.confidence ?? UNSTATED);
  }
  return sum;
}
