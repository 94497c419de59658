import type { BudgetReservation, Shortage, Spend } from "../../protocol/budget.ts";
import { addSpend, NO_SPEND, spendBeyond } from "../../protocol/spend.ts";
import type { StepCall } from "../../protocol/step.ts";
import { parseStep, type StepName } from "../../protocol/step-id.ts";
import { endWith, isReview } from "../config/debate-kinds.ts";
import type { WorstSpendByStep } from "../state/ports.ts";
import type { DebateState } from "../state/state.ts";

/** Calls that make earlier replies usable: those of the decision, the check of a review, and a router's first round. */
type ClosingCalls = "ballot" | "judge" | "check" | "round";
type DecidingRole = "ballot" | "judge";

/** Keeps the run within its caps: reserves spend before it is made, including that of the decision. */
export interface SpendGuard {
  /**
   * Reserves these calls in addition to the decision's. Returns the cap that is too small, if there is one. The check
   * of a review and the last turns of calls with tools are reserved too if they fit. `isLater` tests for steps that
   * follow these calls in their round: they stay reserved, so that no retry takes their place.
   */
  reserve(
    calls: readonly StepCall[],
    isLater?: (name: StepName) => boolean,
  ): Promise<Shortage | null>;
  /**
   * Reserves a call before round 0, if the first replies and the decision fit next to it: without them there is no
   * debate, and the call would be wasted. They stay reserved until round 0. `listRequired` returns a test for their
   * steps.
   */
  reserveBefore(
    call: StepCall,
    listRequired: () => Promise<(step: string) => boolean>,
  ): Promise<Shortage | null>;
  /** Reserves the actual calls of the decision, from the amount that was reserved for them. */
  reserveClosing(role: DecidingRole, calls: readonly StepCall[]): Promise<Shortage | null>;
  /** Reserves the calls of a review's check, with the last turns of those that offer tools. */
  reserveCheck(calls: readonly StepCall[]): Promise<Shortage | null>;
  /**
   * Finishes a resumed round with its journaled replies if these, together with `otherVotes` of members that are not
   * asked by these calls, meet the quorum. The other calls don't fit into the budget and count as failed.
   */
  tryFinishFromJournal(calls: readonly StepCall[], otherVotes?: number): boolean;
}

const UNCAPPED: SpendGuard = {
  reserve: async () => null,
  reserveBefore: async () => null,
  reserveClosing: async () => null,
  reserveCheck: async () => null,
  tryFinishFromJournal: () => false,
};

export function createSpendGuard(state: DebateState): SpendGuard {
  const { budget } = state.ports;
  if (budget === null) return UNCAPPED;
  const { reservation, estimateWorstCase, lastRound } = budget;
  /** Spend that is reserved for later calls. */
  let closing: Record<ClosingCalls, Spend> = {
    ballot: NO_SPEND,
    judge: NO_SPEND,
    check: NO_SPEND,
    round: NO_SPEND,
  };

  /**
   * Reserves an amount, and the spend of the decision in case the debate ends with this round. `optional` and the
   * check of a review are reserved too if everything fits.
   */
  async function reserveRound(
    round: number,
    amount: Spend,
    optional: Spend,
    isLater: (name: StepName) => boolean,
  ): Promise<{ shortage: Shortage | null; hasOptional: boolean }> {
    if (lastRound !== null && round > lastRound.round)
      return { shortage: lastRound.shortage, hasOptional: false };
    const steps = await estimateWorstCase(endWith(state.config, round));
    const deciding = {
      ballot: sumSteps(steps, ({ role }) => role === "ballot"),
      judge: sumSteps(steps, ({ role }) => role === "judge"),
      check: NO_SPEND,
      round: sumSteps(steps, isLater),
    };
    const check = isReview(state.config)
      ? sumSteps(steps, (name) => name.role === "debater" && name.round > round)
      : NO_SPEND;
    const neededSpend = { amount: addSpend(amount, optional), closing: { ...deciding, check } };
    if ((await reserveWith(neededSpend)) === null) return { shortage: null, hasOptional: true };
    return { shortage: await reserveWith({ amount, closing: deciding }), hasOptional: false };
  }

  /** Reserves an amount, and replaces what is reserved for later calls. */
  async function reserveWith(needed: {
    amount: Spend;
    closing: typeof closing;
  }): Promise<Shortage | null> {
    const after = addSpend(needed.amount, sumClosing(needed.closing));
    const shortage = await replaceReservation(reservation, sumClosing(closing), after);
    if (shortage === null) closing = needed.closing;
    return shortage;
  }

  function keepLastTurns(calls: readonly StepCall[]): void {
    for (const { step, lastTurn } of calls) if (lastTurn) budget?.nextTurns.set(step, lastTurn);
  }

  return {
    async reserve(calls, isLater = () => false) {
      budget.chargeUnreported(calls);
      const unpaid = budget.listUnpaid(calls);
      if (unpaid.length === 0) return null;
      const round = Math.max(...unpaid.map(({ request }) => request.round));
      const lastTurns = sumLastTurns(unpaid);
      const { shortage, hasOptional } = await reserveRound(
        round,
        sumWorst(unpaid),
        lastTurns,
        isLater,
      );
      if (hasOptional) keepLastTurns(unpaid);
      return shortage;
    },
    async reserveBefore(call, listRequired) {
      budget.chargeUnreported([call]);
      const amount = sumWorst(budget.listUnpaid([call]));
      if (amount.calls === 0) return null;
      const steps = await estimateWorstCase(endWith(state.config, 0));
      const isRequired = await listRequired();
      const round = sumSteps(steps, (_, step) => isRequired(step));
      return reserveWith({ amount, closing: { ...closing, round } });
    },
    async reserveClosing(role, calls) {
      budget.chargeUnreported(calls);
      const unpaid = budget.listUnpaid(calls);
      if (unpaid.length === 0) return null;
      return reserveIn(reservation, spendBeyond(sumWorst(unpaid), closing[role]));
    },
    async reserveCheck(calls) {
      budget.chargeUnreported(calls);
      const unpaid = budget.listUnpaid(calls);
      if (unpaid.length === 0) return null;
      const amount = addSpend(sumWorst(unpaid), sumLastTurns(unpaid));
      const shortage = await reserveWith({ amount, closing: { ...closing, check: NO_SPEND } });
      if (shortage === null) keepLastTurns(unpaid);
      return shortage;
    },
    tryFinishFromJournal(calls, otherVotes = 0) {
      budget.chargeUnreported(calls);
      const unpaid = budget.listUnpaid(calls);
      const journaled = calls.length - unpaid.length;
      if (journaled === 0 || journaled + otherVotes < state.config.quorum.members) return false;
      unpaid.forEach(budget.skip);
      return true;
    },
  };
}

/** Replaces a reservation, or returns the cap that is too small for the new one and keeps the old one. */
export async function replaceReservation(
  reservation: Pick<BudgetReservation, "reserve" | "reserveShared" | "settle">,
  before: Spend,
  after: Spend,
): Promise<Shortage | null> {
  const shortage = await reserveIn(reservation, spendBeyond(after, before));
  if (shortage === null) giveBack(reservation, spendBeyond(before, after));
  return shortage;
}

/** Releases a reservation that is not needed. */
export function giveBack(reservation: Pick<BudgetReservation, "settle">, spend: Spend): void {
  if (spend.calls > 0 || spend.tokens || spend.usd) reservation.settle(spend, NO_SPEND);
}

function sumLastTurns(calls: readonly StepCall[]): Spend {
  return calls.reduce<Spend>((sum, { lastTurn }) => addSpend(sum, lastTurn ?? NO_SPEND), NO_SPEND);
}

function sumClosing(closing: Record<ClosingCalls, Spend>): Spend {
  return Object.values(closing).reduce(addSpend);
}

function sumSteps(
  steps: WorstSpendByStep,
  isWanted: (name: StepName, step: string) => boolean,
): Spend {
  return [...steps].reduce((sum, [step, spend]) => {
    const name = parseStep(step);
    return name !== null && isWanted(name, step) ? addSpend(sum, spend) : sum;
  }, NO_SPEND as Spend);
}

/** The worst case of all calls together. */
export function sumWorst(calls: readonly StepCall[], initial: Spend = NO_SPEND): Spend {
  return calls.reduce((sum, { maxSpend }) => addSpend(sum, maxSpend ?? NO_SPEND), initial);
}

/** Reserves an amount, in this process or in a budget that other processes share. */
export function reserveIn(
  reservation: Pick<BudgetReservation, "reserve" | "reserveShared">,
  maxSpend: Spend,
): Shortage | null | Promise<Shortage | null> {
  return reservation.reserveShared
    ? reservation.reserveShared(maxSpend)
    : reservation.reserve(maxSpend);
}

/**
 * Reserves optional calls, or marks them as skipped if they don't fit. The journal keeps this, so that a resumed run
 * skips the same ones.
 */
export async function reserveOrSkip(
  { ports: { budget } }: Pick<DebateState, "ports">,
  calls: readonly StepCall[],
): Promise<void> {
  if (budget === null) return;
  budget.chargeUnreported(calls);
  const unpaid = budget.listUnpaid(calls);
  if (unpaid.length > 0 && (await reserveIn(budget.reservation, sumWorst(unpaid))) !== null) {
    unpaid.forEach(budget.skip);
  }
}
