import {
  choose,
  isLearned,
  judged,
  judgementOf,
  lastCounting,
  majority,
  strangersTo,
  type Choice,
  type VotingRule,
} from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { ballotsOf, type Ballots } from "./ballots.ts";
import type { Caps } from "./reserve.ts";
import { decidedByJudge, decidedByVote, wordsOf, type Circumstances } from "./decision.ts";
import type { Judgment } from "./judge.ts";
import { noteMissing } from "./missing.ts";
import type { SetAttribute } from "./ports.ts";
import type { DebateState } from "./state.ts";
import type { Member } from "./resolved-config.ts";
import type { JudgedRule } from "../protocol/rule-settings.ts";
import type { Filled } from "../options/index.ts";
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
  if (typeof decide !== "function" && decide.type === "ranked") {
    const { decidedByRanking, rankedChoice, rankingPart } =
      await import("./ranking/decide-ranked.ts");
    const ranked = await rankedChoice(state, decide, ballots, caps);
    if (judge === null || !decide.chairman || ranked.skipped) {
      return decidedByRanking(state, ranked, ballots, circumstances);
    }
    const { ranking, choice } = ranked;
    const verdict = { ballots, circumstances, vote: choice, fallback: choice.method };
    const event = await verdictOf(state, judge, CHAIRMAN, verdict, caps, set);
    return { ...event, ...rankingPart(state, ranking) };
  }
  if (typeof decide === "function" || decide.type !== "judged") {
    noteUnusedCalibration(state, decide, ballots);
    return decidedByVote(ballots, choose(decide, ballots.count), circumstances);
  }
  const vote = choose(majority(), ballots.count);
  const unanimous = lastCounting(rounds)?.agreement === 1;
  if (judge === null || (unanimous && !decide.always)) {
    return decidedByVote(ballots, vote, circumstances);
  }
  const verdict = { ballots, circumstances, vote, fallback: "majority" };
  return verdictOf(state, judge, decide, verdict, caps, set);
}

/** A chairman writes one answer and says where it found what it says. */
const CHAIRMAN = judged({ structured: true, always: true });

interface Wanted {
  ballots: Ballots;
  circumstances: Circumstances;
  /** What stands where the judge decides nothing, and the rule by which it does. */
  vote: Choice;
  fallback: string;
}

async function verdictOf(
  state: DebateState,
  judge: Member,
  rule: Filled<JudgedRule>,
  { ballots, circumstances, vote, fallback }: Wanted,
  caps: Caps,
  set: SetAttribute,
): Promise<SynthesizedEvent> {
  const { askJudge } = await import("./judge.ts");
  const judgment = await askJudge(state, judge, rule, ballots.reader, caps, set);
  const refuted = await isRefuted(state, judgment, ballots);
  const error = judgment.error ?? (refuted ? "a check refuted its answer" : null);
  if (error !== null) noteMissing(state, { what: "judge", error });
  if (!refuted && decides(judgment)) return decidedByJudge(ballots, judgment, circumstances);
  const voted = decidedByVote(ballots, { ...vote, fallback }, circumstances);
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
