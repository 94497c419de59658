import {
  choose,
  isLearned,
  judgementOf,
  lastCounting,
  majority,
  strangersTo,
  type VotingRule,
} from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { ballotsOf, type Ballots } from "./ballots.ts";
import type { Caps } from "./reserve.ts";
import { decidedByJudge, decidedByVote, wordsOf, type Circumstances } from "./decision.ts";
import { askJudge, type Judgment } from "./judge.ts";
import { noteMissing } from "./missing.ts";
import type { SetAttribute } from "./ports.ts";
import type { DebateState } from "./state.ts";
import { verdictOn } from "./verify.ts";

/** Turns the latest votes into one answer, and says who differs. */
export async function conclude(
  state: DebateState,
  stopReason: string,
  caps: Caps,
  set: SetAttribute,
): Promise<SynthesizedEvent> {
  const { decide, judge } = state.config;
  const { rounds } = state.ports;
  const ballots = await ballotsOf(state);
  const circumstances: Circumstances = {
    stopReason,
    independent: lastCounting(rounds)?.index === 0,
  };
  const checked = decidedByCheck(ballots, circumstances);
  if (checked !== null) return checked;
  if (typeof decide === "function" || decide.type !== "judged") {
    noteUnusedCalibration(state, decide, ballots);
    return decidedByVote(ballots, choose(decide, ballots.count), circumstances);
  }
  const vote = choose(majority(), ballots.count);
  const unanimous = lastCounting(rounds)?.agreement === 1;
  if (judge === null || (unanimous && !decide.always)) {
    return decidedByVote(ballots, vote, circumstances);
  }
  const judgment = await askJudge(state, judge, decide, ballots.reader, caps, set);
  const refuted = await isRefuted(state, judgment, ballots);
  const error = judgment.error ?? (refuted ? "a check refuted its answer" : null);
  if (error !== null) noteMissing(state, { what: "judge", error });
  if (!refuted && decides(judgment)) return decidedByJudge(ballots, judgment, circumstances);
  const voted = decidedByVote(ballots, { ...vote, fallback: "majority" }, circumstances);
  return { ...voted, ...wordsOf(judgment) };
}

/** A calibration without rows for this panel or this kind of answer is not used in the decision. */
function noteUnusedCalibration(
  state: DebateState,
  decide: VotingRule,
  { count: { names, basis } }: Ballots,
): void {
  if (typeof decide === "function" || decide.type !== "posterior" || !decide.calibration) return;
  if (isLearned(judgementOf(names, decide.calibration, basis))) return;
  const error =
    strangersTo(decide.calibration, names).unknown.length === names.length
      ? "it knows none of the debaters by name"
      : `it has no rows for answers of kind ${basis}`;
  noteMissing(state, { what: "calibration", error });
}

/** The checker comes first: an answer that it confirmed wins, and a refuted answer never does. */
function decidedByCheck(ballots: Ballots, circumstances: Circumstances): SynthesizedEvent | null {
  const { count, locked } = ballots;
  if (locked !== null) {
    const choice = {
      method: "verified",
      winner: locked.speaker,
      cluster: count.clusters.indexOf(locked),
    };
    return decidedByVote(ballots, choice, circumstances);
  }
  if (count.clusters.length > 0) return null;
  return decidedByVote(ballots, { method: "vetoed", winner: -1, cluster: -1 }, circumstances);
}

/** A judge may give an answer that no debater gave. It is checked like any other answer. */
async function isRefuted(
  state: DebateState,
  { picked, value }: Judgment,
  { count, isVetoed }: Ballots,
): Promise<boolean> {
  if (picked !== null) return count.clusters.every(({ members }) => !members.includes(picked));
  if (value === null || state.config.verify?.veto !== true) return false;
  return isVetoed(value) || (await verdictOn(state, value)) === "refuted";
}

function decides({ picked, value }: Judgment): boolean {
  return picked !== null || value !== null;
}
