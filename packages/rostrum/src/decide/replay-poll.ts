import type { ReplayRow } from "../protocol/calibration.ts";
import { pollStep, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { leadingIn, type Judgement } from "./posterior.ts";
import { groupsAmong, stateKey } from "./replay.ts";

/** The settings of a sequential poll. */
export type PollWays = Pick<PollQuestion, "target" | "first" | "batch" | "costs">;

/** How a poll ended on a row with a known answer. */
export interface ReplayedPoll {
  asked: number[];
  end: Exclude<PollAnswer["type"], "ask">;
  belief: number;
  right: boolean;
}

/** Replays polls on rows, each as a debate would run it if its rows support the target. */
export function pollReplayer(
  judgement: Judgement,
  ways: PollWays,
): (row: ReplayRow) => ReplayedPoll {
  const first = Math.min(ways.first, judgement.names.length);
  // Whom to ask next depends on who was asked and who agreed, which many rows share.
  const known = new Map<string, PollAnswer>();
  return (row) => {
    const asked: number[] = [];
    for (;;) {
      const { members, numbers } = groupsAmong(row, asked);
      const key = stateKey(asked, members);
      let next = known.get(key);
      if (next === undefined) {
        const poll = { ...ways, first, judgement, groups: members, asked };
        next = pollStep({ ...poll, learned: true, mayGiveUp: true }, true);
        known.set(key, next);
      }
      if (next.type === "ask") {
        asked.push(...next.members);
        continue;
      }
      const { group, belief } = leadingIn(members, judgement);
      const right = group >= 0 && row.right !== null && numbers[group] === row.right;
      return { asked, end: next.type, belief, right };
    }
  };
}
