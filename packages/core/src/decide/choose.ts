import type { Filled } from "../options/index.ts";
import type { DecisionObject, PosteriorRule } from "../protocol/rule-settings.ts";
import { measureWordOverlap } from "../answers/index.ts";
import type { Basis } from "../protocol/answer.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Position } from "../protocol/position.ts";
import type { DebateResult, DecisionMethod, KnownMethod } from "../protocol/result.ts";
import type { Cluster, DecisionFunction } from "../protocol/rules.ts";
import { createJudgement, findLeading } from "./posterior.ts";
import { findStandingLeader, measureWeight } from "./votes.ts";

/** A rule that needs no further call to a model. */
export type VotingRule =
  | Extract<Filled<DecisionObject>, { type: (typeof VOTING)[number] }>
  | DecisionFunction;

const VOTING = ["majority", "weighted", "central", "posterior"] as const;

export function isVotingRule(rule: Filled<DecisionObject> | DecisionFunction): rule is VotingRule {
  return typeof rule === "function" || VOTING.some((type) => type === rule.type);
}

/** What a voting rule decided. */
export interface VoteDecision {
  method: DecisionMethod;
  /** Panel index of the member whose answer won. */
  winner: number;
  /** Index of its cluster. */
  cluster: number;
  /** The rule that chose because the requested one could not. */
  fallback?: string;
  /** How likely the answer is right, if the rule says so. */
  belief?: { right: number; calibrated: boolean };
}

/** The votes that a rule decides on, and what is known about the voters. */
export interface VoteCount {
  question: string;
  /** `votes[i]` is member i's latest vote, or `null`. */
  votes: readonly (Position | null)[];
  /** At least one; largest first, ties by first member. */
  clusters: readonly Cluster[];
  weights: readonly number[];
  /** Debater names by panel index. */
  names: readonly string[];
  /** How answers were compared. */
  basis: Basis;
  /** Panel index of a member that still gives the answer that led round 0 alone; `null`: there is none. */
  leader: number | null;
}

/** The votes of a recorded debate, as a voting rule counts them. */
export function countRecorded(
  { question, rounds }: Pick<DebateResult<unknown>, "question" | "rounds">,
  panel: StartedEvent["panel"],
  counted: Pick<VoteCount, "votes" | "clusters" | "basis">,
): VoteCount {
  return {
    question,
    ...counted,
    weights: panel.map(({ weight }) => weight),
    names: panel.map(({ name }) => name),
    leader: findStandingLeader(rounds),
  };
}

/** Applies a voting rule. Deterministic: a tie goes to the sole leader of round 0, and then to the panel's order. */
export function choose(rule: VotingRule, count: VoteCount): VoteDecision {
  if (typeof rule === "function") return chooseByFunction(rule, count);
  switch (rule.type) {
    case "majority":
      return chooseCluster("majority", rule.keepLeader ? findIncumbent(count) : 0, count);
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

/** The leader's cluster, unless another one is larger by now. */
function findIncumbent({ clusters, votes, leader }: VoteCount): number {
  if (leader === null || !votes[leader]) return 0;
  const own = findCluster(leader, clusters);
  const size = (index: number): number => clusters[index]?.members.length ?? 0;
  return size(0) > size(own) ? 0 : own;
}

/** The cluster with the largest weight. Of several, the one that led round 0 alone, else the first in the panel. */
function findHeaviest({ clusters, votes, weights, leader }: VoteCount): number {
  const ranked = clusters.map((cluster, index) => {
    const weight = measureWeight(cluster, votes, weights);
    const led = leader !== null && votes[leader] && cluster.members.includes(leader);
    return { index, weight, first: led ? -1 : (cluster.members[0] ?? 0) };
  });
  ranked.sort((a, b) => b.weight - a.weight || a.first - b.first);
  return ranked[0]?.index ?? 0;
}

/** The reply that shares most words with the others is closest to what the panel says. */
function chooseByOverlap({ votes, clusters }: VoteCount): VoteDecision {
  const scores = votes.map((vote, member) => {
    if (vote === null) return -Infinity;
    const others = votes.flatMap((other, index) =>
      other === null || index === member ? [] : other,
    );
    return others.reduce(
      (sum, other) => sum + measureWordOverlap(getWords(vote), getWords(other)),
      0,
    );
  });
  const winner = scores.indexOf(Math.max(...scores));
  return { method: "central", winner, cluster: findCluster(winner, clusters) };
}

/** The answer that is most likely right, given what is known about the members that gave it and those that did not. */
function chooseByBelief({ calibration }: PosteriorRule, count: VoteCount): VoteDecision {
  const judgement = createJudgement(count.names, calibration, count.basis);
  const { group, belief } = findLeading(
    count.clusters.map(({ members }) => members),
    judgement,
  );
  return {
    ...chooseCluster("posterior", group, count),
    belief: { right: belief, calibrated: judgement.calibrated },
  };
}

function getWords(position: Position): string {
  return position.answer ?? position.text;
}

function chooseByFunction(rule: DecisionFunction, count: VoteCount): VoteDecision {
  const named = rule({
    question: count.question,
    votes: count.votes.filter((vote) => vote !== null),
    clusters: count.clusters,
    weights: count.weights,
  });
  const winner = count.votes.findIndex((vote) => vote !== null && vote.debater === named);
  if (winner < 0) {
    const chosen = chooseCluster("majority", 0, count);
    // `null` leaves the decision to the majority. An unknown name is a mistake and must be visible.
    return named === null || named === undefined ? chosen : { ...chosen, fallback: "majority" };
  }
  return { method: rule.name || "custom", winner, cluster: findCluster(winner, count.clusters) };
}

function findCluster(member: number, clusters: readonly Cluster[]): number {
  return Math.max(
    0,
    clusters.findIndex((cluster) => cluster.members.includes(member)),
  );
}
