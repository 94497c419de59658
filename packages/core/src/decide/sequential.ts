import type { KindCalibration } from "../protocol/calibration.ts";
import { choosePollStepGiven, type PollAnswer, type PollQuestion } from "./poll-step.ts";
import { createBeliefModelFrom, type BeliefModel } from "./posterior.ts";
import { createPollReplayer, type PollSettings } from "./replay.ts";

/** Chooses the next step of a poll. Replays the rows to find out whether an answer may be called certain. */
export function choosePollStep(poll: PollQuestion & { certified?: boolean }): PollAnswer {
  // A certified target needs no other rows to support it.
  return choosePollStepGiven(poll, poll.certified === true || supportsTarget(poll));
}

/** A row is nearly certain if its distance from certainty is at most this multiple of the target's. */
const NEARLY_SURE_FACTOR = 5;
/**
 * Weight of nearly certain rows, as a multiple of the number of cases in which the target allows one error.
 */
const NEARLY_SURE_WEIGHT = 2;

/**
 * True if held-out rows support the target when the same poll is replayed on them. Ten certain rows can't
 * show that only one answer in 33 is wrong, so certain rows must be at least as many as the pseudo-cases
 * below, and must not contradict the target. Some questions mislead all members in the same way, and then
 * agreement doesn't help: the share of errors hardly falls from nearly certain rows to certain rows.
 * Therefore the error rate of certain rows is averaged with pseudo-cases that have the error rate of all rows
 * that were at least nearly certain, by the rule of succession.
 */
function supportsTarget({ beliefModel, ...settings }: PollQuestion): boolean {
  const allowed = 1 - settings.target;
  const cases = 1 / allowed;
  const { sure, nearlySure } = getHeldOutPolls(beliefModel, settings);
  const nearlySureErrorRate = (nearlySure.wrong + 1) / (nearlySure.rows + 2);
  const share =
    (sure.wrong + NEARLY_SURE_WEIGHT * cases * nearlySureErrorRate) /
    (sure.rows + NEARLY_SURE_WEIGHT * cases);
  return sure.rows >= NEARLY_SURE_WEIGHT * cases && share <= allowed;
}

interface Count {
  rows: number;
  wrong: number;
}

/** Outcomes of held-out polls: certain ones, and those that were at least nearly certain. */
interface PollOutcomes {
  sure: Count;
  nearlySure: Count;
}

const pollOutcomesCache = new WeakMap<KindCalibration, Map<string, PollOutcomes>>();

/** Cached by poll settings, because a debate needs it before each call. */
function getHeldOutPolls(
  beliefModel: BeliefModel,
  { target, first, batch, costs }: PollSettings,
): PollOutcomes {
  const settings = { target, first, batch, costs };
  let outcomesBySettings = pollOutcomesCache.get(beliefModel.known);
  if (outcomesBySettings === undefined)
    pollOutcomesCache.set(beliefModel.known, (outcomesBySettings = new Map()));
  const key = JSON.stringify([settings, beliefModel.names]);
  let outcomes = outcomesBySettings.get(key);
  if (outcomes === undefined)
    outcomesBySettings.set(key, (outcomes = countPollOutcomes(beliefModel, settings)));
  return outcomes;
}

/** More rows add little, and all of them are replayed before the first call. */
const MAX_ROWS = 500;

function countPollOutcomes(
  { names, known: kindCalibration }: BeliefModel,
  settings: PollSettings,
): PollOutcomes {
  const { replay, beliefs, misses } = kindCalibration;
  const nearlySureBelief = 1 - NEARLY_SURE_FACTOR * (1 - settings.target);
  const outcomes: PollOutcomes = { sure: { rows: 0, wrong: 0 }, nearlySure: { rows: 0, wrong: 0 } };
  const count = (isSure: boolean, belief: number, right: boolean): void => {
    for (const [counts, end] of [
      [isSure, outcomes.sure],
      [isSure || belief >= nearlySureBelief, outcomes.nearlySure],
    ] as const) {
      if (!counts) continue;
      end.rows += 1;
      end.wrong += Number(!right);
    }
  };
  if (replay === undefined) {
    // Without rows, use the beliefs of the whole panel.
    for (const belief of beliefs) count(belief >= settings.target, belief, true);
    outcomes.sure.wrong = misses.filter((belief) => belief >= settings.target).length;
    outcomes.nearlySure.wrong = misses.filter((belief) => belief >= nearlySureBelief).length;
    return outcomes;
  }
  const seats = names.map((name) => replay.members.indexOf(name));
  const polls = replay.folds.map((classes) =>
    createPollReplayer(createBeliefModelFrom(names, { ...kindCalibration, classes }), settings),
  );
  // Rows are ordered by hash, so the first ones are a fair sample.
  for (const row of replay.rows.slice(0, MAX_ROWS)) {
    const poll = polls[row.fold];
    if (poll === undefined || row.repeated) continue;
    const answerGroups = seats.map((seat) => row.said[seat] ?? null);
    const { end, belief, right } = poll({ ...row, said: answerGroups });
    count(end === "sure", belief, right);
  }
  return outcomes;
}
