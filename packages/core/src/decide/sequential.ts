import type { KindCalibration } from "../protocol/calibration.ts";
import { pollStep, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { createJudgementFrom, type Judgement } from "./posterior.ts";
import { createPollReplayer, type PollWays } from "./replay.ts";

/** Which members to ask next, or that the answer is sure enough, or that asking more won't make it so. */
export function askNext(poll: PollQuestion & { certified?: boolean }): PollAnswer {
  // A certified target needs no other rows to support it.
  return pollStep(poll, poll.certified === true || mayBeSure(poll));
}

/**
 * A row is nearly sure if its belief is at most this many times further from certain than the
 * target.
 */
const NEARBY = 5;
/**
 * The weight of nearly sure rows, as a multiple of the number of cases in which the target allows
 * one error.
 */
const WEIGHT = 2;

/**
 * Whether held-out rows support the target when the same poll is replayed on them. Ten sure rows
 * can't show that only one answer in thirty-three is wrong, so sure rows must count at least as much
 * as the imaginary cases below, and they must not contradict the target. Some questions mislead all members in the
 * same way, and then more agreement doesn't help: the share of errors hardly falls from nearly sure
 * rows to sure rows. The error rate of sure rows is therefore averaged with imaginary cases that
 * have the error rate of all rows that were at least nearly sure, by the rule of succession.
 */
function mayBeSure({ judgement, ...ways }: PollQuestion): boolean {
  const allowed = 1 - ways.target;
  const cases = 1 / allowed;
  const { sure, nearly } = heldOutEnds(judgement, ways);
  const around = (nearly.wrong + 1) / (nearly.rows + 2);
  const share = (sure.wrong + WEIGHT * cases * around) / (sure.rows + WEIGHT * cases);
  return sure.rows >= WEIGHT * cases && share <= allowed;
}

interface Count {
  rows: number;
  wrong: number;
}

/** How held-out polls ended: those that were sure, and those that were at least nearly sure. */
interface Ends {
  sure: Count;
  nearly: Count;
}

const known = new WeakMap<KindCalibration, Map<string, Ends>>();

/** Computed once for each set of poll settings, because a debate needs it before each call. */
function heldOutEnds(judgement: Judgement, { target, first, batch, costs }: PollWays): Ends {
  const ways = { target, first, batch, costs };
  let held = known.get(judgement.known);
  if (held === undefined) known.set(judgement.known, (held = new Map()));
  const key = JSON.stringify([ways, judgement.names]);
  let ends = held.get(key);
  if (ends === undefined) held.set(key, (ends = countEnds(judgement, ways)));
  return ends;
}

/** More rows than this add little, and all of them are replayed before the first call. */
const MOST_ROWS = 500;

function countEnds({ names, known: learned }: Judgement, ways: PollWays): Ends {
  const { replay, beliefs, misses } = learned;
  const nearby = 1 - NEARBY * (1 - ways.target);
  const ends: Ends = { sure: { rows: 0, wrong: 0 }, nearly: { rows: 0, wrong: 0 } };
  const count = (isSure: boolean, belief: number, right: boolean): void => {
    for (const [counts, end] of [
      [isSure, ends.sure],
      [isSure || belief >= nearby, ends.nearly],
    ] as const) {
      if (!counts) continue;
      end.rows += 1;
      end.wrong += Number(!right);
    }
  };
  if (replay === undefined) {
    // Without rows, the answers that the whole panel was sure of are used instead.
    for (const belief of beliefs) count(belief >= ways.target, belief, true);
    ends.sure.wrong = misses.filter((belief) => belief >= ways.target).length;
    ends.nearly.wrong = misses.filter((belief) => belief >= nearby).length;
    return ends;
  }
  const seats = names.map((name) => replay.members.indexOf(name));
  const polls = replay.folds.map((classes) =>
    createPollReplayer(createJudgementFrom(names, { ...learned, classes }), ways),
  );
  // Rows are in the order of their hashes: the first ones are a fair sample.
  for (const row of replay.rows.slice(0, MOST_ROWS)) {
    const poll = polls[row.fold];
    if (poll === undefined || row.repeated) continue;
    const said = seats.map((seat) => row.said[seat] ?? null);
    const { end, belief, right } = poll({ ...row, said });
    count(end === "sure", belief, right);
  }
  return ends;
}
