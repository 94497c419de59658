import {
  canBeSure,
  createBeliefModel,
  findKindCalibration,
  findLeading,
} from "../../decide/posterior.ts";
import { paysToHandOver, planStakes, type AskingPlan } from "../../decide/plan-stakes.ts";
import { findSoleLeader } from "../../decide/votes.ts";
import type { PollAnswer } from "../../decide/poll-step.ts";
import type { Stakes } from "../../protocol/options.ts";
import type { SequentialPoll } from "../../protocol/rule-settings.ts";
import type { StakesOutcome } from "../../protocol/result.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { Filled } from "../../options/checks.ts";
import type { MemberReply } from "../asking/ask.ts";
import { estimateCallCost } from "../config/call-costs.ts";
import type { ChooseStop } from "./round.ts";
import type { DebateState } from "../state/state.ts";
import { promptTokens } from "../spending/call-spend.ts";

/**
 * Prior for how much more often the guess is right after a debate, without and with a leader, and the number of rows
 * that it counts as.
 */
const SUPPOSED_GAIN = { split: 0.05, led: 0 };
const SUPPOSED_ROWS = 20;

/** How much more often the guess is right after a debate that begins like this one. */
function estimateGain({ config, reader }: DebateState, leads: boolean): number {
  const { calibration } = config.poll as Filled<SequentialPoll>;
  const part = leads ? "led" : "split";
  const debateStats = findKindCalibration(calibration, reader?.basis ?? "")?.debates?.[part];
  const { rows, rightBefore, rightAfter } = debateStats ?? {
    rows: 0,
    rightBefore: 0,
    rightAfter: 0,
  };
  const supposed = SUPPOSED_GAIN[part] * SUPPOSED_ROWS;
  return (rightAfter - rightBefore + supposed) / (rows + SUPPOSED_ROWS);
}

/** Estimated cost of asking each member this question, in US dollars. */
function estimateMemberCosts({ config, seats, opening }: DebateState): number[] {
  const { calibration } = config.poll as Filled<SequentialPoll>;
  return seats.map(({ member, system }) => {
    // The first turn includes the context.
    const input = promptTokens(system, opening);
    return estimateCallCost(member, calibration?.replyTokens ?? {}, input) ?? 0;
  });
}

/** Panel indexes, the cheapest member first. */
function orderByCost(state: DebateState): number[] {
  const costs = estimateMemberCosts(state);
  return [...costs.keys()].sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0));
}

/** Estimated cost of one call of each member that was asked. */
function estimateRoundCost(state: DebateState): number {
  return estimateMemberCosts(state)
    .filter((_, index) => state.seats[index]?.wasAsked)
    .reduce((sum, cost) => sum + cost, 0);
}

/** Plan for asking this question. */
function makePlan(state: DebateState): AskingPlan {
  const { config, reader } = state;
  const { calibration } = config.poll as Filled<SequentialPoll>;
  const kinds = Object.values(calibration?.kinds ?? {});
  // Under `auto` the kind of answer isn't known yet, so the kind with most rows is used.
  const [largestKind] = kinds.toSorted((a, b) => b.rows - a.rows);
  const kindCalibration = (reader && findKindCalibration(calibration, reader.basis)) ?? largestKind;
  const names = config.members.map(({ name }) => name);
  const stakes = config.stakes as Stakes;
  const plan =
    kindCalibration &&
    planStakes({ known: kindCalibration, names, costs: estimateMemberCosts(state), stakes });
  return plan ?? { order: [...names.keys()], first: names.length, threshold: 1, expectedCost: 0 };
}

/**
 * Asks by the plan: first its initial members, then one after another until the answer is likely enough. `mustAsk`: asks
 * one more even then, after those of the plan the cheapest of the others.
 */
export function askByStakes(
  state: DebateState,
  replies: readonly MemberReply[],
  groups: readonly (readonly number[])[],
  basis: string,
  mustAsk: boolean,
): PollAnswer {
  const { order, first, threshold } = (state.plan ??= makePlan(state));
  const askedIndexes = replies.map(({ seat }) => seat.index);
  if (askedIndexes.length < Math.min(first, order.length)) {
    return { type: "ask", members: order.slice(0, first) };
  }
  const isUnasked = (member: number): boolean => !askedIndexes.includes(member);
  const next = order.find(isUnasked);
  if (mustAsk) {
    const another = next ?? orderByCost(state).find(isUnasked);
    return another === undefined ? { type: "all_asked" } : { type: "ask", members: [another] };
  }
  const sure = next === undefined || findLeadingBelief(state.config, groups, basis) >= threshold;
  return sure ? { type: "sure" } : { type: "ask", members: [next] };
}

function findLeadingBelief(
  { members, poll }: DebateState["config"],
  groups: readonly (readonly number[])[],
  basis: string,
): number {
  const { calibration } = poll as Filled<SequentialPoll>;
  const names = members.map(({ name }) => name);
  const beliefModel = createBeliefModel(names, calibration, basis);
  // Without rows for this kind of answer, the probability that it is right is unknown.
  return canBeSure(beliefModel) ? findLeading(groups, beliefModel).belief : 0;
}

/**
 * Ends round 0 unless a debate is worth its cost: the expected savings of a better guess must exceed the cost of the
 * round.
 */
export const stopByStakes: ChooseStop = (state, _round, { groups, bySeat }) => {
  const { config, reader } = state;
  const stakes = config.stakes as Stakes;
  const belief = findLeadingBelief(config, groups, reader?.basis ?? "exact");
  state.roundZeroBelief = belief;
  const decided = { reason: "decided", converged: false };
  if (config.rounds === 0 || paysToHandOver(1 - belief, stakes)) return decided;
  const gain = estimateGain(state, findSoleLeader(bySeat) !== null);
  state.debateGain = gain;
  return groups.length > 1 && estimateRoundCost(state) < stakes.wrong * gain ? null : decided;
};

/** Adds the expected cost of the decision, and whether a person should answer instead. */
export function withStakes(state: DebateState, decided: SynthesizedEvent): SynthesizedEvent {
  const { config, ports } = state;
  const { stakes } = config;
  if (stakes === null) return decided;
  const pWrong = estimateError(state, decided);
  const hasNoAnswer = decided.answer === null || decided.answer === undefined;
  const handedOver = stakes.person !== undefined && (hasNoAnswer || paysToHandOver(pWrong, stakes));
  const rounds = Math.max(1, ports.rounds.length);
  const outcome: StakesOutcome = {
    expectedCost:
      estimateRoundCost(state) * rounds +
      (handedOver ? (stakes.person ?? 0) : stakes.wrong * pWrong),
    pWrong,
    handedOver,
  };
  return {
    ...decided,
    stakes: outcome,
    ...(handedOver ? { stopReason: "handed_over" as const } : {}),
  };
}

function estimateError(
  state: DebateState,
  { answer, method, confidence }: SynthesizedEvent,
): number {
  if (answer === null || answer === undefined) return 1;
  if (method === "verified") return 0;
  const before = state.roundZeroBelief;
  // Probabilities learned from independent replies don't apply after a debate.
  const debated = state.ports.rounds.length > 1 && before !== null;
  const belief = debated ? Math.min(0.99, before + state.debateGain) : (confidence ?? 0);
  return 1 - belief;
}
