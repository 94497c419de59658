import { createClusters } from "../../decide/votes.ts";
import { shouldStop, type StopDecision } from "../../decide/stop.ts";
import { PanelFailedError } from "../../errors.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import type { Shortage } from "../../protocol/budget.ts";
import type { RoundCompletedEvent, Standing } from "../../protocol/events.ts";
import { reachedOutputLimit } from "../../protocol/costs.ts";
import type { Round } from "../../protocol/position.ts";
import type { CheckOutcome } from "../../protocol/verify.ts";
import { askAll, type MemberReply, type PreparedCall } from "../asking/ask.ts";
import { yieldForLongText } from "../asking/yield-for-long-text.ts";
import { learnBehavior } from "./learn-behavior.ts";
import { computeQuorum, describeShortfall } from "./quorum.ts";
import { compareAnswers } from "../comparing/compare-answers.ts";
import { keptApartByRules } from "../state/comparisons.ts";
import { describeAnswerForm, shortenLine } from "../prompts/reply-form.ts";
import type { SetAttribute } from "../state/ports.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import {
  endForBudget,
  findBasis,
  fixReader,
  withMissing,
  type DebateState,
  type Seat,
} from "../state/state.ts";
import {
  verifyGroups,
  computeStandings,
  mergeVotes,
  previewPositions,
  createSilentStanding,
  type Standings,
} from "./votes.ts";
import { joinNames } from "../../format.ts";

/** Steps of a round between its reservation and its end. */
export interface RoundWork {
  /** Absent: all calls are made at once. */
  ask?(): Promise<MemberReply[]>;
  /** Returns why the debate ends with this round; `null` if it doesn't. */
  close(
    replies: MemberReply[],
    setAttribute: SetAttribute,
    /** The cap that left out some calls. The debate ends with this round. */
    shortage: Shortage | null,
  ): Promise<string | null> | string | null;
}

/** Reserves the calls of a round, makes them and closes the round. A round that a cap prevents leaves no span. */
export async function runRound(
  state: DebateState,
  spendGuard: SpendGuard,
  round: number,
  preparedCalls: readonly PreparedCall[],
  work: RoundWork,
): Promise<string | null> {
  const calls = preparedCalls.map(({ call }) => call);
  const shortage = await spendGuard.reserve(calls);
  const askedSeats = new Set(preparedCalls.map(({ seat }) => seat));
  const keptVotes = state.seats.filter(
    (seat) => !askedSeats.has(seat) && !seat.dropped && seat.vote !== null,
  );
  if (shortage !== null && !spendGuard.tryFinishFromJournal(calls, keptVotes.length))
    return endForBudget(state, shortage);
  return runReserved(state, round, preparedCalls, work, shortage);
}

/** Makes the reserved calls of a round, and closes it. */
export function runReserved(
  state: DebateState,
  round: number,
  preparedCalls: readonly PreparedCall[],
  { ask = () => askAll(state, preparedCalls), close }: RoundWork,
  /** The cap that left out some calls. */
  shortage: Shortage | null = null,
): Promise<string | null> {
  const { ports } = state;
  return ports.span("debate.round", { round_number: round }, async (setAttribute) => {
    const askedNames = new Set(preparedCalls.map(({ seat }) => seat.member.name));
    ports.emit({ type: "debate.round_started", round, asked: [...askedNames] });
    const reason = await close(await ask(), setAttribute, shortage);
    return reason ?? (shortage && endForBudget(state, shortage));
  });
}

/** Pauses after a round if the config asks for it; `null` if it doesn't. `hasNextRound`: another round follows. */
export function pauseAfter(
  { config, ports }: DebateState,
  round: number,
  hasNextRound: boolean,
): Promise<void> | null {
  const pause = config.onRound === "wait" && ports.rounds.length > round;
  return ports.afterRound(round, { pause, hasNextRound });
}

/** Decides whether a round ends the debate: by the config's stop rules, unless a poll has its own. */
export type ChooseStop = (
  state: DebateState,
  round: number,
  standings: Standings,
) => StopDecision | null;

const VERIFIED: StopDecision = { reason: "verified", converged: false };

/**
 * Asks a model to compare the answers so far, if rules leave them open. Returns whether there was anything to
 * compare.
 */
export async function compareSoFar(
  state: DebateState,
  round: number,
  replies: readonly MemberReply[],
): Promise<boolean> {
  if (await learnBehavior(state, replies)) return true;
  if (state.config.compare === null) return false;
  const standings = computeStandings(state.seats, replies, fixReader(state, replies));
  if (describeShortfall(state, standings.bySeat, standings.groups.length > 0) !== null)
    return false;
  return compareAnswers(state, "positions", round, mergeVotes(state.seats, standings.values));
}

/** Ends a round: reads and compares the answers, groups them, measures agreement and applies the stop rules. */
export async function closeRound(
  state: DebateState,
  round: number,
  replies: readonly MemberReply[],
  rule: ChooseStop = stopAfter,
): Promise<StopDecision | null> {
  const { seats, config, comparisons } = state;
  await compareSoFar(state, round, replies);
  const reader = fixReader(state, replies);
  const pause = yieldForLongText(...replies.map(({ read }) => read?.text));
  if (pause !== null) await pause;
  const standings = computeStandings(seats, replies, reader);
  const { bySeat, values, agreement, groups } = standings;
  const checks = config.verify && (await verifyGroups(state, groups, values));
  const hasPassed = checks?.some(({ verdict }) => verdict === "ok");
  const verified = config.verify?.lock && hasPassed ? VERIFIED : null;
  // A selected answer counts even if too few members replied.
  const problem =
    verified && config.verify?.select ? null : describeShortfall(state, bySeat, groups.length > 0);
  // Agreement on a refuted answer doesn't stop the debate.
  const refuted = config.verify?.veto && checks?.[0]?.verdict === "refuted";
  const ruled = problem !== null || refuted ? null : rule(state, round, standings);
  const stop = problem === null ? (verified ?? ruled) : null;
  const uncompared = keptApartByRules(mergeVotes(seats, values), reader, comparisons);
  const roundSummary = { bySeat, values, agreement, problem, stop, checks, uncompared };
  return endRound(state, round, replies, roundSummary);
}

/**
 * Ends a round without votes: nothing is grouped, and no agreement is measured. `extraStanding` adds fields to a
 * member's standing.
 */
export function closeUnvoted(
  state: DebateState,
  round: number,
  replies: readonly MemberReply[],
  extraStanding: (seat: Seat) => Partial<Standing> = () => ({}),
): StopDecision | null {
  const values = state.seats.map((seat) => {
    const reply = replies.find((candidate) => candidate.seat === seat);
    return reply ? (reply.read?.value ?? null) : seat.value;
  });
  const bySeat = state.seats.map((seat, index): Standing => {
    const reply = replies.find((candidate) => candidate.seat === seat);
    const silent = createSilentStanding(seat);
    const readStatus = reply?.read?.value == null ? "unread" : "spoke";
    const status =
      reply === undefined ? silent.status : reply.read === null ? "failed" : readStatus;
    return { ...silent, status, answer: values[index]?.wording ?? null, ...extraStanding(seat) };
  });
  const hasReadable = values.some((value) => value !== null);
  const problem = describeShortfall(state, bySeat, hasReadable);
  const roundSummary = {
    bySeat,
    values,
    agreement: null,
    problem,
    stop: null,
    checks: null,
    uncompared: false,
  };
  return endRound(state, round, replies, roundSummary);
}

interface RoundSummary extends Pick<Standings, "bySeat" | "values"> {
  agreement: number | null;
  /** Reason why the round doesn't count. */
  problem: string | null;
  stop: StopDecision | null;
  checks: CheckOutcome[] | null;
  /** True if answers that only a model could compare count as different, because none did. */
  uncompared: boolean;
}

/** Emits round_completed and updates seats and chats. */
function endRound(
  state: DebateState,
  round: number,
  replies: readonly MemberReply[],
  summary: RoundSummary,
): StopDecision | null {
  const { ports } = state;
  const { values, agreement, problem, stop } = summary;
  const outOfTime = problem === null ? null : (ports.budget?.expired() ?? null);
  const shortfall = outOfTime === null ? problem : null;
  ports.emit(withMissing(state, describeCompleted(state, round, summary, shortfall)));
  if (shortfall !== null) return endForShortfall(state, round, replies, values, shortfall);
  if (stop?.converged && agreement !== null) {
    ports.emit({ type: "debate.converged", round, agreement });
  }
  updateVotes(state, round, values);
  updateChats(round, replies);
  if (outOfTime === null) return stop;
  return { reason: endForBudget(state, outOfTime), converged: false };
}

function describeCompleted(
  state: DebateState,
  round: number,
  { bySeat, values, agreement, stop, checks, uncompared }: RoundSummary,
  shortfall: string | null,
): RoundCompletedEvent {
  const completed: RoundCompletedEvent = {
    type: "debate.round_completed",
    round,
    standings: bySeat,
    agreement,
    stopped: stop !== null,
    basis: findBasis(state, values),
  };
  if (uncompared) completed.uncompared = true;
  if (shortfall !== null) completed.shortfall = shortfall;
  if (checks) {
    completed.verdicts = checks.map(({ verdict }) => verdict);
    if (checks.some(({ says }) => says !== undefined)) {
      completed.checks = checks.map(({ says }) => says ?? null);
    }
    const unblockedAccess = checks.find((check) => check.open !== undefined)?.open;
    if (unblockedAccess) completed.unisolated = [...unblockedAccess];
    const unprotected = checks.find((check) => check.unprotected !== undefined)?.unprotected;
    if (unprotected !== undefined) completed.unprotected = unprotected;
  }
  return completed;
}

/** Ends the debate after a round that doesn't count. Throws if neither earlier answers nor a person can help. */
function endForShortfall(
  { config }: DebateState,
  round: number,
  replies: readonly MemberReply[],
  values: Standings["values"],
  shortfall: string,
): StopDecision {
  // The answers of earlier rounds still count.
  if (round > 0) return { reason: "panel_failed", converged: false };
  // A person may be able to read what the rules could not.
  const replied = replies.filter(({ read }) => read !== null);
  if (
    config.stakes?.person !== undefined &&
    replied.length >= computeQuorum(config, replies.length)
  ) {
    return { reason: "handed_over", converged: false };
  }
  // A cancelled call is not a failure.
  const withoutAnswer = replies.filter(
    ({ seat, outcome }) => !values[seat.index] && !outcome.cancelled,
  );
  const trouble = describeTrouble(withoutAnswer, config.answer);
  throw new PanelFailedError(`${shortfall}; ${trouble}`);
}

function updateVotes(
  { seats, ports, reader }: DebateState,
  round: number,
  values: Standings["values"],
): void {
  for (const seat of seats) {
    const value = values[seat.index];
    if (value) {
      seat.value = value;
      seat.vote = ports.rounds[round]?.positions[seat.index] ?? null;
    } else if (seat.value && reader?.isNone?.(seat.value.value)) {
      // A comparison showed that the earlier reply gives no answer.
      seat.value = null;
      seat.vote = null;
    }
  }
}

function updateChats(round: number, replies: readonly MemberReply[]): void {
  for (const { seat, outcome, messages, marks, shownPeers } of replies) {
    const replyText = outcome.reply?.text ?? "";
    // An unanswered turn is left out of the chat, so that roles keep alternating.
    if (replyText.trim() === "") continue;
    if (shownPeers) {
      const shown = shownPeers.map((peer) => [peer, round] as const);
      seat.shownRounds = new Map([...seat.shownRounds, ...shown]);
    }
    seat.replyMarks = seat.replyMarks.concat(marks);
    seat.chat = messages.concat([{ role: "assistant", content: replyText }]);
  }
}

function stopAfter(state: DebateState, round: number, standings: Standings): StopDecision | null {
  const { config, task, ports } = state;
  const { groups, agreement } = standings;
  const { question } = task;
  const positions = previewPositions(state, round, standings);
  const rounds: Round[] = [
    ...ports.rounds.slice(0, round),
    { index: round, positions, agreement, stopped: false },
  ];
  const clusters = createClusters(groups, positions);
  return shouldStop(config.stop, { question, round, rounds, agreement, clusters });
}

/** Describes why a round has no answer: what each debater sent, with equal replies together. */
function describeTrouble(replies: readonly MemberReply[], answer: AnswerKind<unknown>): string {
  const failures = [...Map.groupBy(replies, describeReply)].map(([description, list]) => {
    const [first, ...otherNames] = list.map(({ seat }) => seat.member.name);
    return `${first}: ${description}${otherNames.length > 0 ? ` (the same for ${joinNames(otherNames)})` : ""}`;
  });
  const unread = replies.some(({ read }) => read !== null && !read.truncated && !read.refused);
  const atLimit = replies.some(({ outcome }) => reachedOutputLimit(outcome.reply?.finishReason));
  return [
    ...(unread ? [`expected ${describeAnswerForm(answer)}`] : []),
    ...failures,
    ...(atLimit ? ["raise maxOutputTokens; hidden reasoning counts against it"] : []),
  ].join("; ");
}

function describeReply({ outcome, read }: MemberReply): string {
  if (read === null) return shortenLine(outcome.error ?? "no reply", 400);
  const text = shortenLine(read.text, 100);
  const quotedText = text === "" ? "an empty reply" : `"${text}"`;
  if (reachedOutputLimit(outcome.reply?.finishReason)) {
    const limit =
      outcome.maxOutputTokens === undefined
        ? "its limit"
        : `maxOutputTokens ${outcome.maxOutputTokens}`;
    return `cut off at ${limit} after ${quotedText}`;
  }
  if (read.refused !== undefined) return read.refused;
  if (read.truncated) return `cut off (${outcome.reply?.finishReason}) after ${quotedText}`;
  return read.problem === undefined ? quotedText : `${quotedText} (${read.problem})`;
}
