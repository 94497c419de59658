import type { ReplayRow } from "../protocol/calibration.ts";
import { choosePollStepGiven, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { findLeading, type BeliefModel } from "./posterior.ts";

/** Groups of equal answers among the members that were called. */
export interface AskedGroups {
  /** Member indexes by group. */
  members: number[][];
  /** Group numbers in the row. */
  numbers: number[];
}

/** Groups of these members in a row, in the order of the calls. */
export function groupAsked(
  { said: answerGroups }: ReplayRow,
  askedMembers: readonly number[],
): AskedGroups {
  const members: number[][] = [];
  const numbers: number[] = [];
  for (const member of askedMembers) {
    const group = answerGroups[member];
    if (group === undefined || group === null || group < 0) continue;
    const at = numbers.indexOf(group);
    if (at >= 0) members[at]?.push(member);
    else {
      numbers.push(group);
      members.push([member]);
    }
  }
  return { members, numbers };
}

/** Maximum panel size for which all subsets are listed. */
const MAX_FULL_ENUMERATION = 7;

/**
 * Subsets of a panel that could have been called: all of them for a small panel, a spread for a large one.
 */
export function listSubsets(size: number): number[][] {
  const all = Array.from({ length: size }, (_, member) => member);
  if (size <= MAX_FULL_ENUMERATION) {
    return Array.from({ length: 2 ** size - 1 }, (_, bits) =>
      all.filter((member) => ((bits + 1) >> member) & 1),
    );
  }
  const subsets = [...all.map((member) => [member]), all];
  // Steps that are coprime to most panel sizes spread the subsets evenly over the members.
  for (let length = 2; length <= MAX_FULL_ENUMERATION; length++) {
    for (let start = 0; start < size; start++) {
      for (const step of [1, 3]) {
        const subset = new Set(Array.from({ length }, (_, index) => (start + index * step) % size));
        subsets.push([...subset]);
      }
    }
  }
  return subsets;
}

export type PollSettings = Pick<PollQuestion, "target" | "first" | "batch" | "costs">;

/** How a poll ended on a row with a known answer. */
export interface ReplayedPoll {
  asked: number[];
  end: Exclude<PollAnswer["type"], "ask">;
  belief: number;
  right: boolean;
}

/**
 * Replays polls on rows: as in a debate whose rows support the target, or, without `mayStop`, until all
 * members are called.
 */
export function createPollReplayer(
  beliefModel: BeliefModel,
  settings: PollSettings,
  mayStop = true,
): (row: ReplayRow) => ReplayedPoll {
  const first = Math.min(settings.first, beliefModel.names.length);
  const poll = { ...settings, first, beliefModel, learned: true, mayGiveUp: mayStop };
  // The next members depend only on who was called and who agreed, which many rows share.
  const stepCache = new Map<string, PollAnswer>();
  return (row) => {
    const askedMembers: number[] = [];
    for (;;) {
      const { members: groups, numbers } = groupAsked(row, askedMembers);
      const key = `${askedMembers.join()} ${groups.join("|")}`;
      const next =
        stepCache.get(key) ??
        choosePollStepGiven({ ...poll, groups, asked: askedMembers }, mayStop);
      stepCache.set(key, next);
      if (next.type === "ask") {
        askedMembers.push(...next.members);
        continue;
      }
      const { group, belief } = findLeading(groups, beliefModel);
      const right = group >= 0 && row.right !== null && numbers[group] === row.right;
      return { asked: askedMembers, end: next.type, belief, right };
    }
  };
}
