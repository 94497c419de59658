import type { ReplayRow } from "../protocol/calibration.ts";
import { pollStep, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { leadingIn, type Judgement } from "./posterior.ts";
import { groupsAmong } from "./replay.ts";

/** The settings of a sequential poll. */
export type PollWays = Pick<PollQuestion, "target" | "first" | "batch" | "costs">;

/** How a poll ended on a row with a known answer. */
export interface ReplayedPoll {
  asked: number[];
  end: Exclude<PollAnswer["type"], "ask">;
  belief: number;
  right: boolean;
}

/** Replays a poll on a row, as a debate would run it if its rows support the target. */
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
