import type { SequentialPoll } from "../../protocol/rule-settings.ts";
import { askForLead, measureLead } from "../../decide/ask-for-lead.ts";
import { choosePollStep } from "../../decide/sequential.ts";
import { createClusters } from "../../decide/votes.ts";
import { canBeSure, createBeliefModel } from "../../decide/posterior.ts";
import { findUnknownMembers } from "../../decide/unknown-members.ts";
import type { LeadRule } from "../../decide/lead.ts";
import type { PollAnswer } from "../../decide/poll-step.ts";
import { ConfigError } from "../../errors.ts";
import type { Calibration } from "../../protocol/calibration.ts";
import type { PollFunction, PollState } from "../../protocol/rules.ts";
import type { Filled } from "../../options/checks.ts";
import { askAll, prepareAll, type MemberReply } from "../asking/ask.ts";
import { learnBehavior } from "./learn-behavior.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import { needsMoreReplies } from "./quorum.ts";
import { closeRound, compareSoFar, type ChooseStop } from "./round.ts";
import { relativeCosts } from "../config/call-costs.ts";
import type { BatchPoll } from "../config/race-policy.ts";
import { type DebateState, endForBudget, provisionalReader } from "../state/state.ts";
import { certifiedCosts } from "../config/guarantee.ts";
import { askByStakes, stopByStakes } from "./stakes.ts";
import { computeStandings, previewPositions, type Standings } from "./votes.ts";

/**
 * Outcome of round 0 for each end of a poll. A few members that agree without being sure don't count as an agreeing
 * panel.
 */
const STOP_AFTER_POLL: Record<Exclude<PollAnswer["type"], "ask">, ChooseStop | undefined> = {
  sure: () => ({ reason: "decided", converged: false }),
  gave_up: () => null,
  all_asked: undefined,
};

/** Round 0 in batches: the poll looks at the replies so far and says which members to ask next. */
export async function pollRound(
  state: DebateState,
  poll: BatchPoll,
  spendGuard: SpendGuard,
): Promise<string | null> {
  const { ports } = state;
  const replies: MemberReply[] = [];
  for (;;) {
    const next = chooseNextOrOneMore(state, poll, replies);
    if (next.type !== "ask") {
      if (replies.length === 0) return "handed_over";
      // Rules alone may guess, so check again after a model has compared the answers.
      if (await compareSoFar(state, 0, replies)) continue;
      const chooseStop = isLead(poll)
        ? stopByLead(poll)
        : state.config.stakes === null
          ? STOP_AFTER_POLL[next.type]
          : stopByStakes;
      return (await closeRound(state, 0, replies, chooseStop))?.reason ?? null;
    }
    const seats = state.seats.filter(({ index }) => next.members.includes(index));
    const preparedCalls = prepareAll(state, seats, 0);
    const calls = preparedCalls.map(({ call }) => call);
    const shortage = await spendGuard.reserve(calls);
    const earlierReplies = replies.filter(({ read }) => read !== null).length;
    if (shortage === null || spendGuard.tryFinishFromJournal(calls, earlierReplies)) {
      if (replies.length === 0) {
        const askedNames = seats.map(({ member }) => member.name);
        state.askedFirst = askedNames;
        ports.emit({ type: "debate.round_started", round: 0, asked: askedNames });
      }
      replies.push(...(await askAll(state, preparedCalls)));
      await learnBehavior(state, replies);
    }
    if (shortage !== null) {
      if (replies.length > 0) await closeRound(state, 0, replies);
      return endForBudget(state, shortage);
    }
  }
}

function isLead(poll: BatchPoll): poll is LeadRule {
  return typeof poll !== "function" && poll.type === "lead";
}

/**
 * Chooses the members to ask next. Where the poll would end with a round that doesn't count, it asks one more instead:
 * a failed member must not end a debate that others could still answer. A user's function alone says whom it asks.
 */
function chooseNextOrOneMore(
  state: DebateState,
  poll: BatchPoll,
  replies: readonly MemberReply[],
): PollAnswer {
  const next = chooseNext(state, poll, replies);
  if (next.type === "ask" || replies.length === 0 || typeof poll === "function") return next;
  const reader = provisionalReader(state, replies);
  if (!needsMoreReplies(state, computeStandings(state.seats, replies, reader))) return next;
  const further = chooseNext(state, poll, replies, true);
  if (further.type !== "ask") return next;
  state.wasPollExtended = true;
  return { type: "ask", members: further.members.slice(0, 1) };
}

/** Chooses the members to ask next, after these replies. `mustAsk`: the poll may not end while it may ask others. */
export function chooseNext(
  state: DebateState,
  poll: BatchPoll,
  replies: readonly MemberReply[],
  mustAsk = false,
): PollAnswer {
  const reader = provisionalReader(state, replies);
  const standings = computeStandings(state.seats, replies, reader);
  if (typeof poll === "function") return askByFunction(state, poll, replies, standings);
  if (isLead(poll)) {
    // Asks until one answer leads. Unreadable replies and failed calls don't count.
    const unaskedIndexes = state.seats
      .filter(({ wasAsked }) => !wasAsked)
      .map(({ index }) => index);
    return askForLead(poll, standings.groups, unaskedIndexes, replies.length, mustAsk);
  }
  return state.config.stakes === null
    ? askBySureness(state, poll, replies, standings.groups, reader.basis, mustAsk)
    : askByStakes(state, replies, standings.groups, reader.basis, mustAsk);
}

function askByFunction(
  state: DebateState,
  poll: PollFunction,
  replies: readonly MemberReply[],
  standings: Standings,
): PollAnswer {
  const { seats } = state;
  const members = [...new Set(poll(createPollState(state, replies, standings)))].filter((index) => {
    const seat = seats[index];
    if (!seat) {
      const message = `expected panel indexes from 0 to ${seats.length - 1}, got ${String(index)}`;
      throw new ConfigError("poll", message);
    }
    return !seat.wasAsked;
  });
  if (members.length > 0) return { type: "ask", members };
  if (replies.length > 0) return { type: "all_asked" };
  throw new ConfigError("poll", "expected at least one debater to ask first, got none");
}

function askBySureness(
  state: DebateState,
  { calibration, target, first, batch, certificate }: Filled<SequentialPoll>,
  replies: readonly MemberReply[],
  groups: Standings["groups"],
  basis: string,
  mustAsk: boolean,
): PollAnswer {
  const { config } = state;
  const names = config.members.map(({ name }) => name);
  const beliefModel = createBeliefModel(names, calibration, basis);
  return choosePollStep({
    beliefModel,
    // Before the first reply, the kind of answer isn't known, so rows of any kind are used.
    learned: replies.length === 0 ? isKnown(calibration, names) : canBeSure(beliefModel),
    groups,
    asked: replies.map(({ seat }) => seat.index),
    target,
    first: Math.min(first, names.length),
    batch,
    costs: certificate
      ? certifiedCosts(certificate, names)
      : relativeCosts(config.members, calibration),
    mayGiveUp: beliefModel.calibrated,
    certified: certificate !== undefined,
    mustAsk,
  });
}

function isKnown(calibration: Calibration | undefined, names: readonly string[]): boolean {
  return (
    calibration !== undefined &&
    calibration.unlabelled !== true &&
    findUnknownMembers(calibration, names).unknown.length < names.length
  );
}

function createPollState(
  state: DebateState,
  replies: readonly MemberReply[],
  standings: Standings,
): PollState {
  const positions = previewPositions(state, 0, standings);
  return {
    question: state.task.question,
    size: state.seats.length,
    asked: replies.map(({ seat }) => seat.index),
    positions,
    clusters: createClusters(standings.groups, positions),
  };
}

/** Measures the lead again, after all answers in prose have been compared. */
function stopByLead({ by }: LeadRule): ChooseStop {
  return (_state, _round, { groups }) => ({
    reason: measureLead(groups) >= by ? "decided" : "tied",
    converged: false,
  });
}
