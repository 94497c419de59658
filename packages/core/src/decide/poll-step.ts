import {
  beliefIn,
  correctBelief,
  jointLogs,
  findLeading,
  uncorrected,
  type Judgement,
} from "./posterior.ts";

export interface PollQuestion {
  judgement: Judgement;
  /** Members that gave a readable answer, by answer. */
  groups: readonly (readonly number[])[];
  /** Members asked so far, readable or not. */
  asked: readonly number[];
  target: number;
  first: number;
  batch: number;
  /** The relative cost of asking each member: above 0; 1 if it is unknown. */
  costs: readonly number[];
  /** Whether the calibration has rows of this panel. */
  learned: boolean;
  /** Stop if the remaining members can't make it sure. Only a calibration can tell. */
  mayGiveUp: boolean;
}

export type PollAnswer =
  | { type: "ask"; members: number[] }
  /** The target is met. */
  | { type: "sure" }
  /** The remaining members can't make the answer sure enough. */
  | { type: "gave_up" }
  /** All members were asked. */
  | { type: "all_asked" };

/** A call that improves the chance of being right by less than this isn't worth making. */
const WORTHWHILE = 0.03;

/**
 * Which members to ask next, or that the answer is sure enough, or that asking more won't make it
 * so. `maySay`: whether the rows support the target, so that an answer may be called sure at all.
 */
export function pollStep(poll: PollQuestion, maySay: boolean): PollAnswer {
  const { judgement, groups, asked, target, first, batch } = poll;
  const left = judgement.names
    .map((_, member) => member)
    .filter((member) => !asked.includes(member));
  // Without rows no answer is ever sure, so asking one by one saves nothing.
  if (!poll.learned) {
    return left.length === 0 ? { type: "all_asked" } : { type: "ask", members: left };
  }
  if (maySay && asked.length >= first && findLeading(groups, judgement).belief >= target) {
    return { type: "sure" };
  }
  if (left.length === 0) return { type: "all_asked" };
  const ranked = left
    .map((member) => ({ member, gain: measureGain(member, poll) }))
    .sort((a, b) => b.gain.worth - a.gain.worth || a.member - b.member);
  if (asked.length === 0) return { type: "ask", members: pick(ranked, first) };
  if (poll.mayGiveUp && asked.length >= first) {
    const best = Math.max(...ranked.map(({ gain }) => gain.accuracy));
    const reachable = maySay && bestCase(groups, left, judgement) >= target;
    if (best < WORTHWHILE && !reachable) {
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
  /** That gain plus the chance of being sure afterwards, divided by the cost of the call. */
  worth: number;
}

/** Looks one call ahead, over every group that the member might join and over a new answer. */
function measureGain(member: number, { groups, judgement, target, costs }: PollQuestion): Gain {
  // With the beliefs of the classes, which are corrected only after the replies arrive.
  const enough = uncorrected(target, judgement.known);
  const now = jointLogs(groups, judgement).map(Math.exp);
  const seen = now.reduce((sum, part) => sum + part, 0);
  let leading = 0;
  let sure = 0;
  for (let group = 0; group <= groups.length; group++) {
    const joint = jointLogs(joinGroup(groups, group, [member]), judgement).map(Math.exp);
    const likely = joint.reduce((sum, part) => sum + part, 0);
    const best = Math.max(...joint.slice(1));
    leading += best / seen;
    if (best >= enough * likely) sure += likely / seen;
  }
  const accuracy = leading - Math.max(0, ...now.slice(1)) / seen;
  return { accuracy, worth: (accuracy + sure) / (costs[member] ?? 1) };
}

/** How sure the answer could become if all remaining members gave the same one. */
function bestCase(
  groups: readonly (readonly number[])[],
  left: readonly number[],
  judgement: Judgement,
): number {
  const cases = groups.map(
    (_, group) => beliefIn(joinGroup(groups, group, left), judgement)[group] ?? 0,
  );
  return correctBelief(Math.max(0, ...cases), judgement.known);
}

function joinGroup(
  groups: readonly (readonly number[])[],
  group: number,
  members: readonly number[],
): number[][] {
  const copy = groups.map((each) => [...each]);
  (copy[group] ??= []).push(...members);
  return copy;
}
