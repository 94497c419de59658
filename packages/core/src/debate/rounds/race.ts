import { findCertainOutcome, type OpenRound } from "../../decide/certain-outcome.ts";
import { askAll, type MemberReply, type PreparedCall } from "../asking/ask.ts";
import { isPerson } from "../config/members.ts";
import { needsAllReplies } from "../config/race-policy.ts";
import { describeShortfall } from "./quorum.ts";
import { provisionalReader, type DebateState } from "../state/state.ts";
import { computeStandings, countsAsAsked } from "./votes.ts";

/**
 * Makes the calls of a round at once, and cancels those in flight when the outcome is certain and `patienceMs` are over.
 * A reply that has already arrived still counts.
 */
export async function askUntilCertain(
  state: DebateState,
  round: number,
  preparedCalls: readonly PreparedCall[],
  patienceMs: number,
): Promise<MemberReply[]> {
  const { ports } = state;
  const controller = new AbortController();
  const replies: MemberReply[] = [];
  let isOutcomeCertain = false;
  let callOff = (): void => {};
  const collectReply = (reply: MemberReply): void => {
    replies.push(reply);
    const late = preparedCalls.filter(({ seat }) =>
      replies.every((received) => received.seat !== seat),
    );
    if (isOutcomeCertain || late.length === 0) return;
    const winner = findWinner(state, round, replies, late);
    if (winner === null) return;
    isOutcomeCertain = true;
    ports.emit({ type: "debate.settled", round, ...winner });
    if (patienceMs === 0) controller.abort();
    else callOff = ports.schedule(patienceMs, () => controller.abort());
  };
  for (const { seat } of preparedCalls) seat.wasAsked = true;
  // Journaled replies may make the outcome certain, so they are read before other calls are made.
  const journaledCalls = preparedCalls.filter(({ call }) => ports.isReplayed(call));
  const newCalls = preparedCalls.filter((preparedCall) => !journaledCalls.includes(preparedCall));
  try {
    const journaledReplies = await askAll(state, journaledCalls, collectReply);
    const cancellable = newCalls.map((preparedCall) => withSignal(preparedCall, controller.signal));
    const newReplies = await askAll(state, ports.slowestFirst(cancellable), collectReply);
    return [...journaledReplies, ...newReplies].sort((a, b) => a.seat.index - b.seat.index);
  } finally {
    callOff();
  }
}

/** A round always waits for people. */
function withSignal(prepared: PreparedCall, signal: AbortSignal): PreparedCall {
  return isPerson(prepared.seat.member)
    ? prepared
    : { ...prepared, call: { ...prepared.call, signal } };
}

/** The answer that wins whatever the late members say; `null` if that is not certain. */
function findWinner(
  state: DebateState,
  round: number,
  replies: readonly MemberReply[],
  late: readonly PreparedCall[],
): { answer: string; debaters: string[]; late: string[] } | null {
  const { config, seats } = state;
  if (needsAllReplies(config)) return null;
  const open = createOpenRound(state, round, replies, late);
  const winner = open && findCertainOutcome(open);
  if (!open || !winner) return null;
  const name = (index: number): string => config.members[index]?.name ?? "";
  return {
    answer: open.votes[winner[0] ?? -1]?.wording ?? "",
    debaters: winner.map(name),
    late: seats.flatMap(({ index }) => (open.late.includes(index) ? name(index) : [])),
  };
}

/** `null`: too few replies for a valid round. */
function createOpenRound(
  state: DebateState,
  round: number,
  replies: readonly MemberReply[],
  waiting: readonly PreparedCall[],
): OpenRound | null {
  const { config, seats, ports } = state;
  const reader = provisionalReader(state, replies);
  const late = waiting.map(({ seat }) => seat.index);
  const currentSeats = seats.map((seat) =>
    late.includes(seat.index) ? { ...seat, ...UNKNOWN } : seat,
  );
  const standings = computeStandings(currentSeats, replies, reader);
  const { bySeat, values, groups } = standings;
  const debate = { config, seats: currentSeats };
  if (describeShortfall(debate, bySeat, groups.length > 0) !== null) return null;
  const confidenceBySeat = new Map(
    replies.map(({ seat, read }) => [seat.index, read?.reading.confidence]),
  );
  const before = ports.rounds.slice(0, round).map(({ positions }) => positions);
  const changes = [bySeat, ...before.toReversed()].findIndex((positions) =>
    positions.some(({ changed }) => changed),
  );
  return {
    stop: config.stop,
    decide: config.decide,
    escalateBelow: config.escalateBelow,
    reader,
    // A model may still find any two differently worded answers to be the same. Identical ones count at once.
    comparable: state.reader === null || config.compare !== null ? "any" : "by_reader",
    isLastRound: round === config.rounds,
    roundCount: round + 1,
    lastChange: changes < 0 ? null : changes,
    late,
    values,
    votes: currentSeats.map(({ value, index }) => values[index] ?? value),
    confidences: currentSeats.map(({ vote, index }) =>
      values[index] && confidenceBySeat.has(index)
        ? (confidenceBySeat.get(index) ?? null)
        : (vote?.confidence ?? null),
    ),
    weights: config.members.map(({ weight }) => weight),
    agreementDivisor: seats.filter((seat) => late.includes(seat.index) || countsAsAsked(seat))
      .length,
    askedCount: bySeat.filter(({ status }) => status !== "not_asked").length + late.length,
    unreadCount: bySeat.filter(({ status }) => status === "unread").length,
  };
}

/** State of a late member: its earlier answer doesn't count, because it may still change. */
const UNKNOWN = { vote: null, value: null };
