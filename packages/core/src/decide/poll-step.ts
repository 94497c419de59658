import {
  computeBeliefs,
  correctBelief,
  jointLogs,
  findLeading,
  uncorrectBelief,
  type BeliefModel,
} from "./posterior.ts";

export interface PollQuestion {
  beliefModel: BeliefModel;
  /** Members with a readable answer, grouped by answer. */
  groups: readonly (readonly number[])[];
  /** Members called so far, readable or not. */
  asked: readonly number[];
  target: number;
  first: number;
  batch: number;
  /** Relative cost of calling each member: above 0; 1 if unknown. */
  costs: readonly number[];
  /** True if the calibration has rows of this panel. */
  learned: boolean;
  /** Stop if the remaining members can't make the answer certain. Only a calibration can tell. */
  mayGiveUp: boolean;
  /** Call somebody, whatever the beliefs are: too few members have replied. Default false. */
  mustAsk?: boolean;
}

export type PollAnswer =
  | { type: "ask"; members: number[] }
  /** The target is met. */
  | { type: "sure" }
  /** The remaining members can't make the answer certain enough. */
  | { type: "gave_up" }
  /** All members were called. */
  | { type: "all_asked" };

/** Minimum gain in the probability of being right for which a call is worth making. */
const MIN_GAIN = 0.03;

/**
 * Decides which members to call next, or that the answer is certain enough, or that further calls can't make
 * it so. `canBeCertain`: held-out rows support the target, so the poll may end as `sure`.
 */
export function choosePollStepGiven(poll: PollQuestion, canBeCertain: boolean): PollAnswer {
  const { beliefModel, groups, asked, target, first, batch, mustAsk = false } = poll;
  const mayEnd = asked.length >= first && !mustAsk;
  const remaining = beliefModel.names
    .map((_, member) => member)
    .filter((member) => !asked.includes(member));
  // Without rows no answer is ever certain, so calling members one by one saves nothing.
  if (!poll.learned) {
    return remaining.length === 0 ? { type: "all_asked" } : { type: "ask", members: remaining };
  }
  if (canBeCertain && mayEnd && findLeading(groups, beliefModel).belief >= target) {
    return { type: "sure" };
  }
  if (remaining.length === 0) return { type: "all_asked" };
  const ranked = remaining
    .map((member) => ({ member, gain: measureGain(member, poll) }))
    .sort((a, b) => b.gain.gainPerCost - a.gain.gainPerCost || a.member - b.member);
  if (asked.length === 0) return { type: "ask", members: pick(ranked, first) };
  if (poll.mayGiveUp && mayEnd) {
    const best = Math.max(...ranked.map(({ gain }) => gain.accuracy));
    const reachable = canBeCertain && computeBestCase(groups, remaining, beliefModel) >= target;
    if (best < MIN_GAIN && !reachable) {
      return { type: "gave_up" };
    }
  }
  return { type: "ask", members: pick(ranked, Math.max(batch, first - asked.length)) };
}

function pick(ranked: readonly { member: number }[], count: number): number[] {
  return ranked.slice(0, count).map(({ member }) => member);
}

interface Gain {
  /** Expected gain in the probability that the leading answer is right. */
  accuracy: number;
  /** Gain in accuracy plus the probability of being certain afterwards, divided by the cost of the call. */
  gainPerCost: number;
}

/** Looks one call ahead, over every group that the member might join and a new answer. */
function measureGain(member: number, { groups, beliefModel, target, costs }: PollQuestion): Gain {
  // The target on the scale of uncorrected beliefs, because corrections apply only to real replies.
  const rawTarget = uncorrectBelief(target, beliefModel.known);
  const currentLikelihoods = jointLogs(groups, beliefModel).map(Math.exp);
  const totalLikelihood = currentLikelihoods.reduce((sum, part) => sum + part, 0);
  let leading = 0;
  let sureProbability = 0;
  for (let group = 0; group <= groups.length; group++) {
    const joint = jointLogs(joinGroup(groups, group, [member]), beliefModel).map(Math.exp);
    const likelihood = joint.reduce((sum, part) => sum + part, 0);
    const best = Math.max(...joint.slice(1));
    leading += best / totalLikelihood;
    if (rawTarget !== null && best >= rawTarget * likelihood)
      sureProbability += likelihood / totalLikelihood;
  }
  const accuracy = leading - Math.max(0, ...currentLikelihoods.slice(1)) / totalLikelihood;
  return { accuracy, gainPerCost: (accuracy + sureProbability) / (costs[member] ?? 1) };
}

/** Belief in the answer if all remaining members gave the same one. */
function computeBestCase(
  groups: readonly (readonly number[])[],
  remaining: readonly number[],
  beliefModel: BeliefModel,
): number {
  const cases = groups.map(
    (_, group) => computeBeliefs(joinGroup(groups, group, remaining), beliefModel)[group] ?? 0,
  );
  return correctBelief(Math.max(0, ...cases), beliefModel.known);
}

function joinGroup(
  groups: readonly (readonly number[])[],
  groupIndex: number,
  members: readonly number[],
): number[][] {
  const copy = groups.map((group) => [...group]);
  (copy[groupIndex] ??= []).push(...members);
  return copy;
}
