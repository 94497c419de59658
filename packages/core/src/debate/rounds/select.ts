import { askAll, prepareAll, type MemberReply } from "../asking/ask.ts";
import { estimateCallCost } from "../config/call-costs.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import { closeRound } from "./round.ts";
import { endForBudget, provisionalReader, type DebateState, type Seat } from "../state/state.ts";
import { checkAnswer, computeStandings } from "./votes.ts";

/**
 * Round 0 with a checker that selects: asks one member after another, the cheapest first, until an answer is
 * confirmed. If none is, all members were asked, and the debate continues as usual.
 */
export async function selectRound(
  state: DebateState,
  spendGuard: SpendGuard,
): Promise<string | null> {
  const replies: MemberReply[] = [];
  for (const seat of orderByCost(state.seats)) {
    const preparedCalls = prepareAll(state, [seat], 0);
    const shortage = await spendGuard.reserve(preparedCalls.map(({ call }) => call));
    if (shortage !== null) {
      if (replies.length > 0) await closeRound(state, 0, replies);
      return endForBudget(state, shortage);
    }
    if (replies.length === 0) {
      state.ports.emit({ type: "debate.round_started", round: 0, asked: [seat.member.name] });
    }
    replies.push(...(await askAll(state, preparedCalls)));
    if (await passes(state, replies, seat)) break;
  }
  return (await closeRound(state, 0, replies))?.reason ?? null;
}

async function passes(
  state: DebateState,
  replies: readonly MemberReply[],
  { index }: Seat,
): Promise<boolean> {
  const { values } = computeStandings(state.seats, replies, provisionalReader(state, replies));
  return (await checkAnswer(state, values[index] ?? null)).verdict === "ok";
}

const TYPICAL_INPUT = 1000;

/** The cheapest first if all prices are known; otherwise in panel order. */
export function orderByCost(seats: readonly Seat[]): readonly Seat[] {
  const costs = seats.map(({ member }) => estimateCallCost(member, {}, TYPICAL_INPUT));
  if (costs.includes(null)) return seats;
  return seats.toSorted((a, b) => (costs[a.index] ?? 0) - (costs[b.index] ?? 0));
}
