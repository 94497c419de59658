import { settleAll } from "../asking/settle-all.ts";
import { clusterAnswers, isSameAnswer } from "../../answers/cluster.ts";
import { getKindName } from "../../answers/answer-kinds.ts";
import { createClusters, findStandingLeader } from "../../decide/votes.ts";
import type { VoteCount } from "../../decide/choose.ts";
import { AbortError } from "../../errors.ts";
import type { AnswerReader, Basis, ReadAnswer } from "../../protocol/answer.ts";
import type { Standing } from "../../protocol/events.ts";
import type { Position } from "../../protocol/position.ts";
import type { Cluster } from "../../protocol/rules.ts";
import type { CheckOutcome } from "../../protocol/verify.ts";
import { applyStanding } from "../../record/apply-event.ts";
import { isInstance, readMessage } from "../../thrown.ts";
import type { MemberReply } from "../asking/ask.ts";
import { runCheck } from "./check-step.ts";
import type { ResolvedVerify } from "../config/resolved-config.ts";
import { findBasis, hasChanged, noteMissing, type DebateState, type Seat } from "../state/state.ts";

/** Standings of all members after a round. */
export interface Standings {
  /** One per member, in panel order. */
  bySeat: Standing[];
  /** This round's answers; `null` for members that don't vote in it. */
  values: (ReadAnswer<unknown> | null)[];
  /** Panel indexes by answer, largest group first. */
  groups: number[][];
  /** Share of the members asked so far that are in the largest group. Members dropped before they voted don't count. */
  agreement: number;
}

export function computeStandings(
  seats: readonly Seat[],
  replies: readonly MemberReply[],
  reader: AnswerReader,
): Standings {
  const bySeat = seats.map(createSilentStanding);
  const answerIn = (value: ReadAnswer<unknown> | null): ReadAnswer<unknown> | null =>
    value !== null && reader.isNone?.(value.value) === true ? null : value;
  const values = seats.map(({ vote, value }) => (vote === null ? null : answerIn(value)));
  bySeat.forEach((standing, index) => {
    if (standing.status === "kept" && !values[index]) standing.status = "unread";
  });
  for (const { seat, read, outcome } of replies) {
    const value = read === null ? null : answerIn(readValue(read, reader));
    const standing = bySeat[seat.index] as Standing;
    const silent = outcome.cancelled ? "cancelled" : "failed";
    standing.status = read === null ? silent : value === null ? "unread" : "spoke";
    standing.changed = hasChanged(reader, seat, value);
    values[seat.index] = value;
  }
  const groups = clusterAnswers(values, reader);
  groups.forEach((group, cluster) => {
    for (const index of group) (bySeat[index] as Standing).cluster = cluster;
  });
  bySeat.forEach((standing, index) => {
    standing.answer = values[index]?.wording ?? null;
    Object.assign(standing, values[index] ? reader.groupDescription?.(values[index].value) : {});
  });
  return { bySeat, values, groups, agreement: computeAgreement(seats, groups) };
}

/** Adds to a round's answers the earlier ones of members that gave none, whose votes still count. */
export function mergeVotes(
  seats: readonly Seat[],
  values: Standings["values"],
): Standings["values"] {
  return values.map((value, index) => value ?? seats[index]?.value ?? null);
}

/** Positions of the round that is being closed, in the form that the record will have. */
export function previewPositions(
  { config, ports }: DebateState,
  round: number,
  { bySeat }: Standings,
): Position[] {
  return (ports.rounds[round]?.positions ?? []).map((position, index) => {
    const closed = { ...position };
    applyStanding(closed, bySeat[index] as Standing, getKindName(config.answer));
    return closed;
  });
}

/** Standing of a member that said nothing in the round. */
export function createSilentStanding({ vote, dropped }: Seat): Standing {
  const status = vote === null || dropped ? "not_asked" : "kept";
  return { status, answer: null, changed: false, cluster: null };
}

/** Size of the largest group, divided by the members that count as asked. */
export function computeAgreement(
  seats: readonly Seat[],
  [largest = []]: readonly (readonly number[])[],
): number {
  const askedCount = countAskedSeats(seats);
  return askedCount === 0 ? 0 : largest.length / askedCount;
}

export function countAskedSeats(seats: readonly Seat[]): number {
  return seats.filter(countsAsAsked).length;
}

/** Members that never voted and can't be asked any more don't count. */
export function countsAsAsked({ wasAsked, dropped, vote }: Seat): boolean {
  return wasAsked && !(dropped && vote === null);
}

/** Under `auto`, replies of round 0 arrived before the kind was known, so they are read now. */
function readValue(
  { value, reading, text }: NonNullable<MemberReply["read"]>,
  reader: AnswerReader,
): ReadAnswer<unknown> | null {
  return value === undefined ? reader.read(reading, text) : value;
}

/** Every member's latest vote, counted, with the checker's verdicts. */
export interface VoteTally {
  /** Votes and answers that rules may choose from, without refuted ones. */
  count: VoteCount;
  /** All votes by panel index, refuted ones too, for the tally and the dissent. */
  votes: VoteCount["votes"];
  /** All answers, refuted ones too, for the tally. */
  clusters: readonly Cluster[];
  /** Answers by panel index. */
  values: readonly (ReadAnswer<unknown> | null)[];
  reader: AnswerReader;
  /** Basis on which these answers count as the same, including `answer`. */
  basisWith(answer: ReadAnswer<unknown> | null): Basis;
  /** Number of members asked, without those that never voted and can't be asked any more. */
  askedCount: number;
  /** Answers that a checker confirmed. */
  confirmed: readonly Cluster[];
  /** True if a checker ruled an answer out. */
  isVetoed(answer: ReadAnswer<unknown>): boolean;
}

/**
 * Groups the latest votes by answer, and runs the checker on each group. `grouped`: panel indexes by answer, if a
 * person grouped the votes.
 */
export async function countVotes(
  state: DebateState,
  grouped: readonly (readonly number[])[] | null = null,
): Promise<VoteTally> {
  const { config, ports, seats, task } = state;
  const reader = state.reader as AnswerReader;
  const votes = seats.map(({ vote }) => vote);
  const values = seats.map(({ value }) => value);
  const groups = grouped ?? clusterAnswers(values, reader);
  const clusters = createClusters(groups, votes);
  const checks = config.verify && (await verifyGroups(state, groups, values));
  const verdicts = checks?.map(({ verdict }) => verdict);
  const vetoed = clusters.filter((_, at) => config.verify?.veto && verdicts?.[at] === "refuted");
  const vetoedMembers = new Set(vetoed.flatMap(({ members }) => members));
  const count: VoteCount = {
    question: task.question,
    votes: votes.map((vote, index) => (vetoedMembers.has(index) ? null : vote)),
    clusters: clusters.filter((cluster) => !vetoed.includes(cluster)),
    weights: config.members.map(({ weight }) => weight),
    names: config.members.map(({ name }) => name),
    basis: reader.basis,
    leader: findStandingLeader(ports.rounds),
  };
  return {
    count,
    votes,
    clusters,
    values,
    reader,
    basisWith: (answer) => findBasis(state, [...values, answer]),
    askedCount: countAskedSeats(seats),
    confirmed: clusters.filter((_, at) => config.verify?.confirms && verdicts?.[at] === "ok"),
    isVetoed: (answer) =>
      vetoed.some(({ speaker }) => {
        const refuted = values[speaker];
        return refuted != null && isSameAnswer(reader, refuted, answer);
      }),
  };
}

/**
 * Runs the checker on each group's answer, once per answer. If it throws, times out or returns anything but a
 * verdict, the debate goes on, and the result names the answer that was not checked.
 */
export async function verifyGroups(
  state: DebateState,
  groups: readonly (readonly number[])[],
  values: readonly (ReadAnswer<unknown> | null)[],
): Promise<CheckOutcome[] | null> {
  if (state.config.verify === null) return null;
  return settleAll(groups.map((group) => checkAnswer(state, values[group[0] ?? -1] ?? null)));
}

const UNKNOWN: CheckOutcome = { verdict: "unknown" };

/** Without a checker or an answer, the verdict is unknown. */
export async function checkAnswer(
  state: DebateState,
  answer: ReadAnswer<unknown> | null,
): Promise<CheckOutcome> {
  const { verify } = state.config;
  if (verify === null || answer === null) return UNKNOWN;
  const checked = (state.checked ??= new Map());
  const pendingCheck = checked.get(answer.wording);
  if (pendingCheck !== undefined) return pendingCheck;
  const outcome = runChecker(state, verify, answer);
  checked.set(answer.wording, outcome);
  return outcome;
}

async function runChecker(
  state: DebateState,
  verify: ResolvedVerify,
  answer: ReadAnswer<unknown>,
): Promise<CheckOutcome> {
  try {
    return await runCheck(state, verify, answer);
  } catch (thrown) {
    if (isInstance(thrown, AbortError)) throw thrown;
    noteMissing(state, { what: "check", about: answer.wording, error: readMessage(thrown) });
    return UNKNOWN;
  }
}
