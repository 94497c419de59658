import type { ReplayRow } from "../protocol/calibration.ts";
import { pollStep, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { findLeading, type Judgement } from "./posterior.ts";

/** Groups of equal answers among the members that were asked. */
export interface AskedGroups {
  /** Member indexes by group. */
  members: number[][];
  /** The row's number of each group. */
  numbers: number[];
}

/** The groups that these members of a row form, in the order in which the members were asked. */
export function groupAsked({ said }: ReplayRow, asked: readonly number[]): AskedGroups {
  const members: number[][] = [];
  const numbers: number[] = [];
  for (const member of asked) {
    const group = said[member];
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

/** Panels of up to this many members have all their parts looked at. */
const WHOLE = 7;

/** Parts of a panel that could have been asked: all of a small one's, a spread of a large one's. */
export function listSubsets(size: number): number[][] {
  const all = Array.from({ length: size }, (_, member) => member);
  if (size <= WHOLE) {
    return Array.from({ length: 2 ** size - 1 }, (_, bits) =>
      all.filter((member) => ((bits + 1) >> member) & 1),
    );
  }
  const subsets = [...all.map((member) => [member]), all];
  // Steps that are prime to most panel sizes spread the parts evenly over the members.
  for (let length = 2; length <= WHOLE; length++) {
    for (let start = 0; start < size; start++) {
      for (const step of [1, 3]) {
        const part = new Set(Array.from({ length }, (_, index) => (start + index * step) % size));
        subsets.push([...part]);
      }
    }
  }
  return subsets;
}

/** The settings of a sequential poll. */
export type PollWays = Pick<PollQuestion, "target" | "first" | "batch" | "costs">;

/** How a poll ended on a row with a known answer. */
export interface ReplayedPoll {
  asked: number[];
  end: Exclude<PollAnswer["type"], "ask">;
  belief: number;
  right: boolean;
}

/** Replays polls on rows, each as a debate would run it if its rows support the target, or until all are asked. */
export function createPollReplayer(
  judgement: Judgement,
  ways: PollWays,
  mayStop = true,
): (row: ReplayRow) => ReplayedPoll {
  const first = Math.min(ways.first, judgement.names.length);
  const poll = { ...ways, first, judgement, learned: true, mayGiveUp: mayStop };
  // Whom to ask next depends on who was asked and who agreed, which many rows share.
  const known = new Map<string, PollAnswer>();
  return (row) => {
    const asked: number[] = [];
    for (;;) {
      const { members: groups, numbers } = groupAsked(row, asked);
      const key = `${asked.join()} ${groups.join("|")}`;
      const next = known.get(key) ?? pollStep({ ...poll, groups, asked }, mayStop);
      known.set(key, next);
      if (next.type === "ask") {
        asked.push(...next.members);
        continue;
      }
      const { group, belief } = findLeading(groups, judgement);
      const right = group >= 0 && row.right !== null && numbers[group] === row.right;
      return { asked, end: next.type, belief, right };
    }
  };
}
