import { removeRoundingError } from "../rounding-error.ts";
import type { Filled } from "../options/checks.ts";
import type { DecisionObject, PosteriorRule } from "../protocol/rule-settings.ts";
import { measureWordOverlap } from "../answers/words/word-overlap.ts";
import type { Basis } from "../protocol/answer.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Position } from "../protocol/position.ts";
import type { DebateResult, DecisionMethod, KnownMethod } from "../protocol/result.ts";
import type { Cluster, DecisionFunction } from "../protocol/rules.ts";
import { createBeliefModel, findLeading } from "./posterior.ts";
import { findStandingLeader, measureWeight } from "./votes.ts";

/** A rule that needs no further call to a model. */
export type VotingRule =
  | Extract<Filled<DecisionObject>, { type: (typeof VOTING_TYPES)[number] }>
  | DecisionFunction;

const VOTING_TYPES = ["majority", "weighted", "central", "posterior"] as const;

export function isVotingRule(rule: Filled<DecisionObject> | DecisionFunction): rule is VotingRule {
  return typeof rule === "function" || VOTING_TYPES.some((type) => type === rule.type);
}

export interface VoteDecision {
  method: DecisionMethod;
  /** Panel index of the member whose answer won. */
  winner: number;
  /** Index of the winning cluster. */
  cluster: number;
  /** Rule that decided because the configured one could not. */
  fallback?: string;
  /** Probability that the answer is right, if the rule computes it. */
  belief?: { right: number; calibrated: boolean };
}

/** Input of a voting rule. */
export interface VoteCount {
  question: string;
  /** `votes[i]` is the latest vote of member i; `null` without one, or if a checker ruled its answer out. */
  votes: readonly (Position | null)[];
  /** At least one; largest first, ties by first member. */
  clusters: readonly Cluster[];
  weights: readonly number[];
  /** Debater names by panel index. */
  names: readonly string[];
  /** Basis of the comparison of answers. */
  basis: Basis;
  /** Panel index of a member that still gives the answer that led round 0 alone. `null`: none. */
  leader: number | null;
}

/** Input of a voting rule for a recorded debate. */
export function countRecorded(
  { question, rounds }: Pick<DebateResult<unknown>, "question" | "rounds">,
  panel: StartedEvent["panel"],
  counts: Pick<VoteCount, "votes" | "clusters" | "basis">,
): VoteCount {
  return {
    question,
    ...counts,
    weights: panel.map(({ weight }) => weight),
    names: panel.map(({ name }) => name),
    leader: findStandingLeader(rounds),
  };
}

/**
 * Applies a voting rule. Deterministic: ties are decided by the sole leader of round 0, then by panel order.
 */
export function choose(rule: VotingRule, count: VoteCount): VoteDecision {
  if (typeof rule === "function") return chooseByFunction(rule, count);
  switch (rule.type) {
    case "majority":
      return chooseCluster("majority", rule.keepLeader ? findLeaderCluster(count) : 0, count);
    case "weighted":
      return chooseCluster("weighted", findHeaviest(count), count);
    case "central":
      return chooseByOverlap(count);
    case "posterior":
      return chooseByBelief(rule, count);
  }
}

function chooseCluster(
  method: KnownMethod,
  cluster: number,
  { clusters }: VoteCount,
): VoteDecision {
  return { method, cluster, winner: clusters[cluster]?.speaker ?? 0 };
}

/** Cluster of the leader, unless another one is larger by now. */
function findLeaderCluster({ clusters, votes, leader }: VoteCount): number {
  if (leader === null || !votes[leader]) return 0;
  const leaderCluster = findCluster(leader, clusters);
  const size = (index: number): number => clusters[index]?.members.length ?? 0;
  return size(0) > size(leaderCluster) ? 0 : leaderCluster;
}

/** Cluster with the largest weight. Ties are decided by the sole leader of round 0, then by panel order. */
function findHeaviest({ clusters, votes, weights, leader }: VoteCount): number {
  const candidates = clusters.map((cluster, index) => {
    const weight = measureWeight(cluster, votes, weights);
    const isLeaderCluster = leader !== null && votes[leader] && cluster.members.includes(leader);
    return { index, weight, first: isLeaderCluster ? -1 : (cluster.members[0] ?? 0) };
  });
  candidates.sort((a, b) => b.weight - a.weight || a.first - b.first);
  return candidates[0]?.index ?? 0;
}

/** Picks the reply that shares the most words with the others, as the best representative of the panel. */
function chooseByOverlap({ votes, clusters }: VoteCount): VoteDecision {
  const scores = votes.map((vote, member) => {
    if (vote === null) return -Infinity;
    const otherVotes = votes.flatMap((other, index) =>
      other === null || index === member ? [] : other,
    );
    return removeRoundingError(
      otherVotes.reduce(
        (sum, other) => sum + measureWordOverlap(getWords(vote), getWords(other)),
        0,
      ),
    );
  });
  const winner = scores.indexOf(Math.max(...scores));
  return { method: "central", winner, cluster: findCluster(winner, clusters) };
}

/**
 * Picks the answer with the highest probability of being right, given the reliability of its supporters and
 * opponents.
 */
function chooseByBelief({ calibration }: PosteriorRule, count: VoteCount): VoteDecision {
  const beliefModel = createBeliefModel(count.names, calibration, count.basis);
  const { group, belief } = findLeading(
    count.clusters.map(({ members }) => members),
    beliefModel,
  );
  return {
    ...chooseCluster("posterior", group, count),
    belief: { right: belief, calibrated: beliefModel.calibrated },
  };
}

function getWords(position: Position): string {
  return position.answer ?? position.text;
}

function chooseByFunction(rule: DecisionFunction, count: VoteCount): VoteDecision {
  const debaterName = rule({
    question: count.question,
    votes: count.votes.filter((vote) => vote !== null),
    clusters: count.clusters,
    weights: count.weights,
  });
  const winner = count.votes.findIndex((vote) => vote !== null && vote.debater === debaterName);
  if (winner < 0) {
    const majorityDecision = chooseCluster("majority", 0, count);
    // `null` leaves the decision to the majority. So does a name that nobody voted under, but visibly.
    return debaterName === null || debaterName === undefined
      ? majorityDecision
      : { ...majorityDecision, fallback: "majority" };
  }
  return { method: rule.name || "custom", winner, cluster: findCluster(winner, count.clusters) };
}

/** -1 for a member in no cluster: it supports nothing, so no other group's support counts for it. */
function findCluster(member: number, clusters: readonly Cluster[]): number {
  return clusters.findIndex((cluster) => cluster.members.includes(member));
}
