import type { Hold, Shortage, Spend } from "../protocol/budget.ts";
import { addSpend, NO_SPEND, spendBeyond } from "../protocol/spend.ts";
import type { StepCall } from "../protocol/step.ts";
import { parseStep, type StepName } from "../protocol/step-id.ts";
import { endWith } from "./debate-kinds.ts";
import type { ForeseenSteps } from "./ports.ts";
import type { DebateState } from "./state.ts";

/** Roles that are called after the last round, to decide. */
type ClosingRole = "ballot" | "judge";

/** Keeps the run within its caps: reserves what is about to be spent, including the decision's calls. */
export interface SpendGuard {
  /** Reserves these calls in addition to the decision's. Returns the cap that is too small, if there is one. */
  reserve(calls: readonly StepCall[]): Promise<Shortage | null>;
  /** Reserves calls of the decision as they really are, from what was reserved for them. */
  reserveClosing(role: ClosingRole, calls: readonly StepCall[]): Promise<Shortage | null>;
  /** Checks whether a round fits whose calls are reserved one at a time later. Reserves nothing. */
  fits(round: number): Promise<Shortage | null>;
  /**
   * Finishes a resumed round with its journaled replies if they meet the quorum. Its other calls don't fit into the
   * budget and count as failed.
   */
  tryFinishFromJournal(calls: readonly StepCall[]): boolean;
}

const UNCAPPED: SpendGuard = {
  reserve: async () => null,
  reserveClosing: async () => null,
  fits: async () => null,
  tryFinishFromJournal: () => false,
};

export function createSpendGuard(state: DebateState): SpendGuard {
  const { budget } = state.ports;
  if (budget === null) return UNCAPPED;
  const { hold, foresee, lastRound } = budget;
  /** Spend that is reserved for the decision. */
  let closing: Record<ClosingRole, Spend> = { ballot: NO_SPEND, judge: NO_SPEND };

  /** Reserves an amount, and what the decision may take in addition if the debate ends with this round. */
  async function reserveRound(
    round: number,
    needed: (steps: ForeseenSteps) => Spend,
  ): Promise<Shortage | null> {
    if (lastRound !== null && round > lastRound.round) return lastRound.shortage;
    const steps = await foresee(endWith(state.config, round));
    const foreseen = {
      ballot: sumSteps(steps, ({ role }) => role === "ballot"),
      judge: sumSteps(steps, ({ role }) => role === "judge"),
    };
    const before = addSpend(closing.ballot, closing.judge);
    const after = addSpend(foreseen.ballot, foreseen.judge);
    const shortage = await reserveIn(hold, addSpend(needed(steps), spendBeyond(after, before)));
    if (shortage !== null) return shortage;
    const unneeded = spendBeyond(before, after);
    if (unneeded.calls > 0 || unneeded.tokens || unneeded.usd) hold.settle(unneeded, NO_SPEND);
    closing = foreseen;
    return null;
  }

  return {
    async reserve(calls) {
      const unpaid = budget.unpaid(calls);
      if (unpaid.length === 0) return null;
      const round = Math.max(...unpaid.map(({ request }) => request.round));
      return reserveRound(round, () => sumWorst(unpaid));
    },
    async reserveClosing(role, calls) {
      const unpaid = budget.unpaid(calls);
      if (unpaid.length === 0) return null;
      return reserveIn(hold, spendBeyond(sumWorst(unpaid), closing[role]));
    },
    async fits(round) {
      let requiredSpend: Spend = NO_SPEND;
      const shortage = await reserveRound(round, (steps) => {
        requiredSpend = sumSteps(steps, (name) => name.role === "debater" && name.round === round);
        return requiredSpend;
      });
      if (shortage === null) hold.settle(requiredSpend, NO_SPEND);
      return shortage;
    },
    tryFinishFromJournal(calls) {
      const unpaid = budget.unpaid(calls);
      if (calls.length - unpaid.length < state.config.quorum.members) return false;
      unpaid.forEach(budget.skip);
      return true;
    },
  };
}

function sumSteps(steps: ForeseenSteps, isWanted: (name: StepName) => boolean): Spend {
  return [...steps].reduce((sum, [step, spend]) => {
    const name = parseStep(step);
    return name !== null && isWanted(name) ? addSpend(sum, spend) : sum;
  }, NO_SPEND as Spend);
}

/** The worst case of all calls together. */
export function sumWorst(calls: readonly StepCall[], initial: Spend = NO_SPEND): Spend {
  return calls.reduce((sum, { worst }) => addSpend(sum, worst ?? NO_SPEND), initial);
}

/** Reserves an amount, in this process or in a budget that other processes share. */
export function reserveIn(
  hold: Pick<Hold, "reserve" | "reserveShared">,
  worst: Spend,
): Shortage | null | Promise<Shortage | null> {
  return hold.reserveShared ? hold.reserveShared(worst) : hold.reserve(worst);
}

/**
 * Reserves calls that the debate can do without. What doesn't fit into the budget is left out; the journal
 * keeps that, so that a resumed run does too.
 */
export async function reserveOrSkip(
  { ports: { budget } }: Pick<DebateState, "ports">,
  calls: readonly StepCall[],
): Promise<void> {
  if (budget === null) return;
  const unpaid = budget.unpaid(calls);
  if (unpaid.length > 0 && (await reserveIn(budget.hold, sumWorst(unpaid))) !== null) {
    unpaid.forEach(budget.skip);
  }
}
