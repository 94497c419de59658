import { omitUndefined } from "../../omit-undefined.ts";
import { isSameAnswer } from "../../answers/cluster.ts";
import { choose, isVotingRule, type VoteDecision, type VotingRule } from "../../decide/choose.ts";
import { isLearned, createBeliefModel } from "../../decide/posterior.ts";
import { isScoringRule } from "../../decide/scoring-rules.ts";
import { judged, majority } from "../../decide/factories.ts";
import { findLastCounting, countTally } from "../../decide/votes.ts";
import { findUnknownMembers } from "../../decide/unknown-members.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { ConfidenceBasis, TallyRow } from "../../protocol/result.ts";
import type { JudgedRule } from "../../protocol/rule-settings.ts";
import type { Filled } from "../../options/checks.ts";
import { hasDecision, type Ruling } from "./call-judge.ts";
import type { SetAttribute } from "../state/ports.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import type { Member } from "../config/resolved-config.ts";
import { currentDifferences, noteMissing, type DebateState } from "../state/state.ts";
import { checkAnswer, countVotes, type VoteTally } from "../rounds/votes.ts";

/** Turns the latest votes into one answer, and lists who differs. */
export async function conclude(
  state: DebateState,
  stopReason: string,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
): Promise<SynthesizedEvent> {
  const { decide, judge } = state.config;
  const { rounds } = state.ports;
  const voteTally = await countVotes(state);
  const decisionContext: DecisionContext = {
    stopReason,
    independent: findLastCounting(rounds)?.index === 0,
  };
  const checked = decidedByCheck(voteTally, decisionContext, state.config.verify?.lock === true);
  if (checked !== null) return checked;
  if (isVotingRule(decide)) {
    noteUnusedCalibration(state, decide, voteTally);
    return decidedByVote(voteTally, choose(decide, voteTally.count), decisionContext);
  }
  if (isScoringRule(decide)) {
    const { decideByScores } = await import("./scores.ts");
    const voted = decidedByVote(voteTally, choose(majority(), voteTally.count), decisionContext);
    // A checker confirms members' answers, not their average.
    return decideByScores(state, voteTally, decide, withCheck(voted, false));
  }
  if (decide.type === "ranked") {
    const { chooseByRanking } = await import("./choose-by-ranking.ts");
    const { choice, ranking, skipped } = await chooseByRanking(
      state,
      decide,
      voteTally,
      spendGuard,
    );
    const request = { voteTally, decisionContext, vote: choice, fallback: choice.method };
    const event =
      judge === null || !decide.chairman || skipped
        ? decidedByVote(voteTally, choice, decisionContext)
        : await askForRuling(state, judge, CHAIRMAN, request, spendGuard, setAttribute);
    return ranking.length === 0 ? event : { ...event, ranking };
  }
  const vote = choose(majority(), voteTally.count);
  const unanimous = findLastCounting(rounds)?.agreement === 1;
  // Members that share one position may still say different things, so the judge writes one text from theirs.
  const needsWriteUp =
    unanimous && decide.mode === "synthesize" && currentDifferences(state).length > 0;
  if (judge === null || (unanimous && !decide.always && !needsWriteUp)) {
    return decidedByVote(voteTally, vote, decisionContext);
  }
  const request = { voteTally, decisionContext, vote, fallback: "majority" };
  return askForRuling(state, judge, decide, request, spendGuard, setAttribute, needsWriteUp);
}

/** A chairman writes one answer and cites its sources. */
const CHAIRMAN = judged({ structured: true, always: true });

interface RulingRequest {
  voteTally: VoteTally;
  decisionContext: DecisionContext;
  /** Fallback decision, used if the judge decides nothing, and the name of its rule. */
  vote: VoteDecision;
  fallback: string;
}

async function askForRuling(
  state: DebateState,
  judge: Member,
  rule: Filled<JudgedRule>,
  { voteTally, decisionContext, vote, fallback }: RulingRequest,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
  /** All members share one position; the judge combines their texts. */
  writesUp = false,
): Promise<SynthesizedEvent> {
  const { askJudge } = await import("./judge.ts");
  const session = { state, judge, rule: { ...rule, writesUp }, reader: voteTally.reader };
  const ruling = await askJudge(session, spendGuard, setAttribute);
  const refuted = await isRefuted(state, ruling, voteTally);
  const isDecided = !refuted && hasDecision(ruling);
  const error = refuted ? "a check refuted its answer" : (ruling.error ?? null);
  if (error !== null)
    noteMissing(state, { what: "judge", ...(isDecided ? { partial: true } : {}), error });
  if (isDecided) {
    const event = decidedByJudge(voteTally, ruling, decisionContext);
    if (ruling.value === null) return event;
    // A check of a member's wording says nothing about the judge's own text.
    const ownCheck = await state.checked?.get(ruling.value.wording);
    const passed = ownCheck?.verdict === "ok" && state.config.verify?.confirms === true;
    return withCheck(event, passed);
  }
  const voted = decidedByVote(voteTally, { ...vote, fallback }, decisionContext);
  return { ...voted, ...toRulingFields(ruling) };
}

/** A calibration without rows for this panel or this kind of answer is not used in the decision. */
function noteUnusedCalibration(
  state: DebateState,
  decide: VotingRule,
  { count: { names, basis } }: VoteTally,
): void {
  if (typeof decide === "function" || decide.type !== "posterior" || !decide.calibration) return;
  if (isLearned(createBeliefModel(names, decide.calibration, basis))) return;
  const error =
    findUnknownMembers(decide.calibration, names).unknown.length === names.length
      ? "it knows none of the debaters by name"
      : `it has no rows for answers of kind ${basis}`;
  noteMissing(state, { what: "calibration", error });
}

/** The checker comes first: a confirmed answer wins, and a refuted answer never does. */
function decidedByCheck(
  voteTally: VoteTally,
  decisionContext: DecisionContext,
  /** A confirmed answer wins. */
  locks: boolean,
): SynthesizedEvent | null {
  const { count, confirmed } = voteTally;
  const locked = locks ? confirmed[0] : undefined;
  if (locked !== undefined) {
    const choice = {
      method: "verified",
      winner: locked.speaker,
      cluster: count.clusters.indexOf(locked),
    };
    return decidedByVote(voteTally, choice, decisionContext);
  }
  if (count.clusters.length > 0) return null;
  return decidedByVote(voteTally, { method: "vetoed", winner: -1, cluster: -1 }, decisionContext);
}

/** Says whether a checker confirmed the answer. */
function withCheck(
  { confirmed: _votes, ...event }: SynthesizedEvent,
  isConfirmed: boolean,
): SynthesizedEvent {
  return isConfirmed ? { ...event, confirmed: true } : event;
}

/** A judge may give an answer that no debater gave, so it is checked like any other. */
async function isRefuted(
  state: DebateState,
  { pickedMember, value }: Ruling,
  { count, isVetoed }: VoteTally,
): Promise<boolean> {
  if (pickedMember !== null)
    return count.clusters.every(({ members }) => !members.includes(pickedMember));
  if (value === null || state.config.verify?.veto !== true) return false;
  return isVetoed(value) || (await checkAnswer(state, value)).verdict === "refuted";
}

/** Fields that every decision sets. The others default to empty. */
type DecisionParts = Partial<SynthesizedEvent> &
  Pick<SynthesizedEvent, "method" | "basis" | "answer" | "stopReason">;

/** Creates the event of a decision. */
export function createDecisionEvent(parts: DecisionParts): SynthesizedEvent {
  return {
    type: "debate.synthesized",
    unit: null,
    text: "",
    reasoning: "",
    confidence: null,
    confidenceBasis: null,
    winner: null,
    tally: [],
    agreement: null,
    dissent: [],
    calls: [],
    fallback: null,
    ...parts,
  };
}

/** Leaves the answer to a person, because no member was asked or gave a readable answer. */
export function handOver({ reader }: DebateState): SynthesizedEvent {
  const handedOver = "handed_over";
  const basis = reader?.basis ?? "exact";
  return createDecisionEvent({ method: handedOver, basis, answer: null, stopReason: handedOver });
}

/** Inputs of a decision in addition to the votes. */
interface DecisionContext {
  stopReason: string;
  /** No debater has revised yet, so a calibration from independent replies applies. */
  independent: boolean;
}

/** Creates the decision for an answer that won by votes. */
export function decidedByVote(
  { count, votes, clusters, confirmed, values, reader, basisWith, askedCount }: VoteTally,
  { method, winner, cluster, belief, fallback }: VoteDecision,
  { stopReason, independent }: DecisionContext,
): SynthesizedEvent {
  const { names } = count;
  const position = votes[winner];
  const winningCluster = count.clusters[cluster];
  const confidence = belief ? belief.right : (winningCluster?.confidence ?? null);
  const tally = countTally(clusters, votes, count.weights);
  const group = listValues(values, winningCluster?.members ?? []);
  const { answer, unit } = expressAnswer(reader, values[winner] ?? null, group);
  if (method === "weighted") {
    const seat = ({ debaters }: TallyRow): number => names.indexOf(debaters[0] ?? "");
    tally.sort((a, b) => b.weight - a.weight || seat(a) - seat(b));
  }
  return createDecisionEvent({
    method,
    basis: basisWith(null),
    answer,
    unit,
    text: position?.text ?? "",
    reasoning: position?.reasoning ?? "",
    confidence,
    confidenceBasis: confidence === null ? null : findConfidenceBasis(belief, independent),
    winner: position?.debater ?? null,
    tally,
    agreement: winningCluster && askedCount > 0 ? winningCluster.members.length / askedCount : null,
    dissent: listDissent(votes, winningCluster?.members ?? []),
    fallback: fallback ?? null,
    stopReason,
    ...(winningCluster && confirmed.includes(winningCluster) ? { confirmed: true as const } : {}),
  });
}

/** Creates the decision for a judge's answer, in the judge's words. */
function decidedByJudge(
  voteTally: VoteTally,
  ruling: Ruling,
  decisionContext: DecisionContext,
): SynthesizedEvent {
  const { count, values, reader } = voteTally;
  const { pickedMember, value } = ruling;
  if (pickedMember !== null || value === null) {
    const winner = pickedMember ?? -1;
    const cluster = count.clusters.findIndex(({ members }) => members.includes(winner));
    const voted = decidedByVote(voteTally, { method: "judged", winner, cluster }, decisionContext);
    return { ...voted, ...toRulingFields(ruling) };
  }
  const agreeing = listAgreeing(voteTally, ruling, value);
  const cluster = count.clusters.findIndex(({ members }) =>
    members.some((member) => agreeing.includes(member)),
  );
  const winner = count.clusters[cluster]?.speaker ?? -1;
  const voted = decidedByVote(voteTally, { method: "judged", winner, cluster }, decisionContext);
  return {
    ...voted,
    ...toRulingFields(ruling),
    basis: voteTally.basisWith(value),
    ...expressAnswer(reader, value, listValues(values, agreeing)),
    text: ruling.text ?? "",
    reasoning: ruling.reasoning,
    confidence: ruling.confidence ?? voted.confidence,
    confidenceBasis: ruling.confidence === null ? voted.confidenceBasis : "judge",
    agreement:
      ruling.uncompared && agreeing.length === 0 ? null : agreeing.length / voteTally.askedCount,
    dissent: listDissent(voteTally.votes, agreeing),
  };
}

/** Panel indexes of the members whose position the judge's own text states. */
function listAgreeing(
  { values, reader, clusters }: VoteTally,
  { statedMember }: Ruling,
  value: ReadAnswer<unknown>,
): number[] {
  const named = clusters.find(
    ({ members }) => statedMember !== null && members.includes(statedMember),
  );
  const same = values.flatMap((other, index) =>
    other !== null && isSameAnswer(reader, other, value) ? [index] : [],
  );
  // A judge that names one position and gives the answer of another one supports the answer that it gives.
  const isContradicted = same.length > 0 && !same.some((member) => named?.members.includes(member));
  return named && !isContradicted ? [...named.members] : same;
}

const listValues = (
  values: VoteTally["values"],
  members: readonly number[],
): ReadAnswer<unknown>[] =>
  members.map((index) => values[index] ?? null).filter((value) => value !== null);

/** Formats an answer for the result: if it has a unit, in the unit of the first member that gave it. */
export function expressAnswer(
  reader: AnswerReader,
  value: ReadAnswer<unknown> | null,
  group: readonly ReadAnswer<unknown>[],
): { answer: unknown; unit: string | null } {
  if (value === null) return { answer: null, unit: null };
  const converted = reader.inUnitOf?.(value, group) ?? { value: value.value, unit: null };
  return { answer: converted.value, unit: converted.unit };
}

/** Fields about the judge's reply and its cost, even if its ruling isn't used. */
function toRulingFields(
  ruling: Ruling,
): Partial<SynthesizedEvent> & Pick<SynthesizedEvent, "calls"> {
  const { text, calls, justification, dissent, citations, ordersAgree, clarified } = ruling;
  return omitUndefined({
    calls,
    judgment: text,
    justification,
    judgedDissent: dissent,
    citations,
    ordersAgree,
    clarified,
  });
}

/** A calibration applies to independent replies only, so after a revision the probability is unknown. */
function findConfidenceBasis(
  belief: VoteDecision["belief"],
  independent: boolean,
): ConfidenceBasis {
  if (!belief) return "self_reported";
  return belief.calibrated && independent ? "calibrated" : "uncalibrated";
}

function listDissent(votes: VoteTally["votes"], members: readonly number[]): string[] {
  return votes.flatMap((vote, index) => (vote && !members.includes(index) ? [vote.debater] : []));
}
