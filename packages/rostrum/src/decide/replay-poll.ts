import type { ReplayRow } from "../protocol/calibration.ts";
import { pollStep, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { leadingIn, type Judgement } from "./posterior.ts";
import { groupsAmong } from "./replay.ts";

/** How a sequential poll asks. */
export type PollWays = Pick<PollQuestion, "target" | "first" | "batch" | "costs">;

/** How a poll ended on a row with a known answer. */
export interface ReplayedPoll {
  asked: number[];
  end: Exclude<PollAnswer["type"], "ask">;
  belief: number;
  right: boolean;
}

/** One poll on a row, as a debate would hold it whose rows speak for its target. */
export function replayPoll(row: ReplayRow, judgement: Judgement, ways: PollWays): ReplayedPoll {
  const asked: number[] = [];
  const first = Math.min(ways.first, judgement.names.length);
  for (;;) {
    const { members, numbers } = groupsAmong(row, asked);
    const poll = { ...ways, first, judgement, groups: members, asked };
    const next = pollStep({ ...poll, learned: true, mayGiveUp: true }, true);
    if (next.type === "ask") {
      asked.push(...next.members);
      continue;
    }
    const { group, belief } = leadingIn(members, judgement);
    const right = group >= 0 && row.right !== null && numbers[group] === row.right;
    return { asked, end: next.type, belief, right };
  }
}
