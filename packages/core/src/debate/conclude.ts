import { isSameAnswer } from "../answers/index.ts";
import {
  choose,
  isLearned,
  isScoringRule,
  isVotingRule,
  judged,
  createBeliefModel,
  findLastCounting,
  majority,
  findUnknownMembers,
  countTally,
  type VoteDecision,
  type VotingRule,
} from "../decide/index.ts";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import type { ConfidenceBasis, TallyRow } from "../protocol/result.ts";
import type { JudgedRule } from "../protocol/rule-settings.ts";
import type { Filled } from "../options/index.ts";
import type { JudgeRuling } from "./judge.ts";
import type { SetAttribute } from "./ports.ts";
import type { SpendGuard } from "./reserve.ts";
import type { Member } from "./resolved-config.ts";
import { currentDifferences, noteMissing, type DebateState } from "./state.ts";
import { checkAnswer, countVotes, type Ballots } from "./votes.ts";

/** Turns the latest votes into one answer, and says who differs. */
export async function conclude(
  state: DebateState,
  stopReason: string,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
): Promise<SynthesizedEvent> {
  const { decide, judge } = state.config;
  const { rounds } = state.ports;
  const ballots = await countVotes(state);
  const decisionContext: DecisionContext = {
    stopReason,
    independent: findLastCounting(rounds)?.index === 0,
  };
  const checked = decidedByCheck(ballots, decisionContext);
  if (checked !== null) return checked;
  if (isVotingRule(decide)) {
    noteUnusedCalibration(state, decide, ballots);
    return decidedByVote(ballots, choose(decide, ballots.count), decisionContext);
  }
  if (isScoringRule(decide)) {
    const { decideByScores } = await import("./scores.ts");
    const voted = decidedByVote(ballots, choose(majority(), ballots.count), decisionContext);
    return decideByScores(ballots, decide, voted);
  }
  if (decide.type === "ranked") {
    const { chooseByRanking } = await import("./ranking/choose-by-ranking.ts");
    const { choice, ranking, skipped } = await chooseByRanking(state, decide, ballots, spendGuard);
    const verdict = { ballots, decisionContext, vote: choice, fallback: choice.method };
    const event =
      judge === null || !decide.chairman || skipped
        ? decidedByVote(ballots, choice, decisionContext)
        : await askForVerdict(state, judge, CHAIRMAN, verdict, spendGuard, setAttribute);
    return ranking.length === 0 ? event : { ...event, ranking };
  }
  const vote = choose(majority(), ballots.count);
  const unanimous = findLastCounting(rounds)?.agreement === 1;
  // A panel that shares one position may still differ in what it says: one text is made of it.
  const needsWriteUp =
    unanimous && decide.mode === "synthesize" && currentDifferences(state).length > 0;
  if (judge === null || (unanimous && !decide.always && !needsWriteUp)) {
    return decidedByVote(ballots, vote, decisionContext);
  }
  const verdict = { ballots, decisionContext, vote, fallback: "majority" };
  return askForVerdict(state, judge, decide, verdict, spendGuard, setAttribute, needsWriteUp);
}

/** A chairman writes one answer and says where it found what it says. */
const CHAIRMAN = judged({ structured: true, always: true });

interface VerdictRequest {
  ballots: Ballots;
  decisionContext: DecisionContext;
  /** Decision that stands if the judge decides nothing, and the name of its rule. */
  vote: VoteDecision;
  fallback: string;
}

async function askForVerdict(
  state: DebateState,
  judge: Member,
  rule: Filled<JudgedRule>,
  { ballots, decisionContext, vote, fallback }: VerdictRequest,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
  /** All members share one position, and the judge makes one text of what they say. */
  writesUp = false,
): Promise<SynthesizedEvent> {
  const { askJudge } = await import("./judge.ts");
  const judgment = await askJudge(
    state,
    judge,
    { ...rule, writesUp },
    ballots.reader,
    spendGuard,
    setAttribute,
  );
  const refuted = await isRefuted(state, judgment, ballots);
  const isDecided = !refuted && decides(judgment);
  const error = judgment.error ?? (refuted ? "a check refuted its answer" : null);
  if (error !== null)
    noteMissing(state, { what: "judge", ...(isDecided ? { partial: true } : {}), error });
  if (isDecided) return decidedByJudge(ballots, judgment, decisionContext);
  const voted = decidedByVote(ballots, { ...vote, fallback }, decisionContext);
  return { ...voted, ...toVerdictFields(judgment) };
}

/** A calibration without rows for this panel or this kind of answer is not used in the decision. */
function noteUnusedCalibration(
  state: DebateState,
  decide: VotingRule,
  { count: { names, basis } }: Ballots,
): void {
  if (typeof decide === "function" || decide.type !== "posterior" || !decide.calibration) return;
  if (isLearned(createBeliefModel(names, decide.calibration, basis))) return;
  const error =
    findUnknownMembers(decide.calibration, names).unknown.length === names.length
      ? "it knows none of the debaters by name"
      : `it has no rows for answers of kind ${basis}`;
  noteMissing(state, { what: "calibration", error });
}

/** The checker comes first: an answer that it confirmed wins, and a refuted answer never does. */
function decidedByCheck(
  ballots: Ballots,
  decisionContext: DecisionContext,
): SynthesizedEvent | null {
  const { count, locked } = ballots;
  if (locked !== null) {
    const choice = {
      method: "verified",
      winner: locked.speaker,
      cluster: count.clusters.indexOf(locked),
    };
    return decidedByVote(ballots, choice, decisionContext);
  }
  if (count.clusters.length > 0) return null;
  return decidedByVote(ballots, { method: "vetoed", winner: -1, cluster: -1 }, decisionContext);
}

/** A judge may give an answer that no debater gave. It is checked like any other answer. */
async function isRefuted(
  state: DebateState,
  { picked, value }: JudgeRuling,
  { count, isVetoed }: Ballots,
): Promise<boolean> {
  if (picked !== null) return count.clusters.every(({ members }) => !members.includes(picked));
  if (value === null || state.config.verify?.veto !== true) return false;
  return isVetoed(value) || (await checkAnswer(state, value)).verdict === "refuted";
}

function decides({ picked, value }: JudgeRuling): boolean {
  return picked !== null || value !== null;
}

/** Fields that every decision sets. The others default to empty. */
type DecisionParts = Partial<SynthesizedEvent> &
  Pick<SynthesizedEvent, "method" | "basis" | "answer" | "stopReason">;

/** The event of a decision. `extraFields`: what only some decisions say. */
export function describeDecision(
  parts: DecisionParts,
  extraFields: Partial<SynthesizedEvent> = {},
): SynthesizedEvent {
  return {
    type: "debate.synthesized",
    method: parts.method,
    basis: parts.basis,
    answer: parts.answer,
    unit: parts.unit ?? null,
    text: parts.text ?? "",
    reasoning: parts.reasoning ?? "",
    confidence: parts.confidence ?? null,
    confidenceBasis: parts.confidenceBasis ?? null,
    winner: parts.winner ?? null,
    tally: parts.tally ?? [],
    agreement: parts.agreement ?? null,
    ...(parts.findings ? { findings: parts.findings } : {}),
    ...(parts.verdict ? { verdict: parts.verdict } : {}),
    dissent: parts.dissent ?? [],
    ...extraFields,
    calls: parts.calls ?? [],
    fallback: parts.fallback ?? null,
    stopReason: parts.stopReason,
  };
}

/** Leaves the answer to a person, because no member was asked or gave a readable answer. */
export function handOver({ reader }: DebateState): SynthesizedEvent {
  const handedOver = "handed_over";
  const basis = reader?.basis ?? "exact";
  return describeDecision({ method: handedOver, basis, answer: null, stopReason: handedOver });
}

/** Inputs of a decision besides the votes. */
interface DecisionContext {
  stopReason: string;
  /** No debater has revised yet, so a calibration from independent replies applies. */
  independent: boolean;
}

/** An answer that won by votes. */
export function decidedByVote(
  { count, clusters, values, reader, basisWith, askedCount: asked }: Ballots,
  { method, winner, cluster, belief, fallback }: VoteDecision,
  { stopReason, independent }: DecisionContext,
): SynthesizedEvent {
  const { votes, names } = count;
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
  return describeDecision({
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
    agreement: winningCluster && asked > 0 ? winningCluster.members.length / asked : null,
    dissent: listDissent(votes, winningCluster?.members ?? []),
    fallback: fallback ?? null,
    stopReason,
  });
}

/** An answer that the judge decided on, in the judge's words. */
function decidedByJudge(
  ballots: Ballots,
  judgment: JudgeRuling,
  decisionContext: DecisionContext,
): SynthesizedEvent {
  const { count, values, reader } = ballots;
  const { picked, value } = judgment;
  if (picked !== null || value === null) {
    const winner = picked ?? -1;
    const cluster = count.clusters.findIndex(({ members }) => members.includes(winner));
    const voted = decidedByVote(ballots, { method: "judged", winner, cluster }, decisionContext);
    return { ...voted, ...toVerdictFields(judgment) };
  }
  const agreeing = listAgreeing(ballots, judgment, value);
  const cluster = count.clusters.findIndex(({ members }) =>
    members.some((member) => agreeing.includes(member)),
  );
  const winner = count.clusters[cluster]?.speaker ?? -1;
  const voted = decidedByVote(ballots, { method: "judged", winner, cluster }, decisionContext);
  return {
    ...voted,
    ...toVerdictFields(judgment),
    basis: ballots.basisWith(value),
    ...expressAnswer(reader, value, listValues(values, agreeing)),
    text: judgment.text ?? "",
    reasoning: judgment.reasoning,
    confidence: judgment.confidence ?? voted.confidence,
    confidenceBasis: judgment.confidence === null ? voted.confidenceBasis : "judge",
    agreement:
      judgment.uncompared && agreeing.length === 0 ? null : agreeing.length / ballots.askedCount,
    dissent: listDissent(count.votes, agreeing),
  };
}

/** Panel indexes of those who hold the position that a judge's own text states. */
function listAgreeing(
  { values, reader, clusters }: Ballots,
  { stated }: JudgeRuling,
  value: ReadAnswer<unknown>,
): number[] {
  const named = clusters.find(({ members }) => stated !== null && members.includes(stated));
  if (named) return [...named.members];
  return values.flatMap((other, index) =>
    other !== null && isSameAnswer(reader, other, value) ? [index] : [],
  );
}

const listValues = (values: Ballots["values"], members: readonly number[]): ReadAnswer<unknown>[] =>
  members.map((index) => values[index] ?? null).filter((value) => value !== null);

/** An answer as the result shows it: if it has a unit, in the unit of the first member that gave it. */
export function expressAnswer(
  reader: AnswerReader,
  value: ReadAnswer<unknown> | null,
  group: readonly ReadAnswer<unknown>[],
): { answer: unknown; unit: string | null } {
  if (value === null) return { answer: null, unit: null };
  const converted = reader.inUnitOf?.(value, group) ?? { value: value.value, unit: null };
  return { answer: converted.value, unit: converted.unit };
}

/** Describes the judge's reply and its cost, even if its verdict isn't used. */
function toVerdictFields(
  judgment: JudgeRuling,
): Partial<SynthesizedEvent> & Pick<SynthesizedEvent, "calls"> {
  const { text, calls, justification, dissent, citations, ordersAgree, clarified } = judgment;
  return {
    calls,
    ...(text === undefined ? {} : { judgment: text }),
    ...(justification === undefined ? {} : { justification }),
    ...(dissent === undefined ? {} : { judgedDissent: dissent }),
    ...(citations === undefined ? {} : { citations }),
    ...(ordersAgree === undefined ? {} : { ordersAgree }),
    ...(clarified ? { clarified } : {}),
  };
}

/** A calibration applies to independent replies only, so after a revision the probability is unknown. */
function findConfidenceBasis(
  belief: VoteDecision["belief"],
  independent: boolean,
): ConfidenceBasis {
  if (!belief) return "self_reported";
  return belief.calibrated && independent ? "calibrated" : "uncalibrated";
}

function listDissent(votes: Ballots["count"]["votes"], members: readonly number[]): string[] {
  return votes.flatMap((vote, index) => (vote && !members.includes(index) ? [vote.debater] : []));
}
