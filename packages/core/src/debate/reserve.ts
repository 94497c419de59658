import type { Hold, Shortage, Spend } from "../protocol/budget.ts";
import { addSpend, NO_SPEND, spendBeyond } from "../protocol/spend.ts";
import type { StepCall } from "../protocol/step.ts";
import { listCallers } from "./callers.ts";
import { planInputs } from "./planned-inputs.ts";
import type { DebateState } from "./state.ts";
import { promptTokens, estimateWorstCall } from "./worst-case.ts";

/** Who is asked after the last round. */
type Closing = "ballot" | "judge";

type ClosingEstimates = Record<Closing | "all", Spend>;

/** Keeps the run within its caps: reserves what is about to be spent, including the decision's calls. */
export interface Caps {
  /** Reserves these calls in addition to the decision's. Returns the cap that is too small, if there is one. */
  reserve(calls: readonly StepCall[]): Promise<Shortage | null>;
  /** Reserves calls of the decision as they really are, from what was reserved for them. */
  reserveClosing(role: Closing, calls: readonly StepCall[]): Promise<Shortage | null>;
  /** Whether there is room for calls that are reserved one by one later. */
  fits(calls: readonly StepCall[]): Promise<Shortage | null>;
  /**
   * Whether a round that an earlier process began can count with the replies that it got. The other calls
   * don't fit into the budget and count as failed.
   */
  holdWithKept(calls: readonly StepCall[]): boolean;
}

const UNCAPPED: Caps = {
  reserve: async () => null,
  reserveClosing: async () => null,
  fits: async () => null,
  holdWithKept: () => false,
};

export function createCaps(state: DebateState): Caps {
  const { budget } = state.ports;
  if (budget === null) return UNCAPPED;
  let held: ClosingEstimates | null = null;
  /** What the decision may take, unless it has been reserved. */
  const unheld = (): ClosingEstimates | null => (held === null ? estimateClosing(state) : null);
  return {
    async reserve(calls) {
      const unpaid = budget.unpaid(calls);
      if (unpaid.length === 0) return null;
      const closing = unheld();
      const shortage = await reserveIn(budget.hold, sumWorst(unpaid, closing?.all));
      if (shortage === null) held ??= closing;
      return shortage;
    },
    async reserveClosing(role, calls) {
      const unpaid = budget.unpaid(calls);
      if (unpaid.length === 0) return null;
      return reserveIn(budget.hold, spendBeyond(sumWorst(unpaid), held?.[role] ?? NO_SPEND));
    },
    async fits(calls) {
      if (calls.length === 0) return null;
      const wanted = sumWorst(calls, unheld()?.all);
      const shortage = await reserveIn(budget.hold, wanted);
      if (shortage === null) budget.hold.settle(wanted, NO_SPEND);
      return shortage;
    },
    holdWithKept(calls) {
      const unpaid = budget.unpaid(calls);
      if (calls.length - unpaid.length < state.config.quorum.members) return false;
      unpaid.forEach(budget.leaveOut);
      return true;
    },
  };
}

/** The worst case of all calls together. */
export function sumWorst(calls: readonly StepCall[], more: Spend = NO_SPEND): Spend {
  return calls.reduce((sum, { worst }) => addSpend(sum, worst ?? NO_SPEND), more);
}

/** How many tokens the estimate may give for each real token of a quoted reply. */
const QUOTED = 1.5;

/** Before the first reply: every position has its greatest possible length. */
function estimateClosing({ config, task }: DebateState): ClosingEstimates {
  const asked = promptTokens(task.question, task.context);
  const estimate = planInputs(config, asked, QUOTED);
  const callers = listCallers(config);
  const sumFor = (wanted: Closing): Spend =>
    callers
      .filter(({ role }) => role === wanted)
      .flatMap((caller) =>
        Array.from({ length: caller.calls }, (_, call) =>
          estimateWorstCall(caller.member, estimate(caller, call)),
        ),
      )
      .reduce(addSpend, NO_SPEND);
  const [ballot, judge] = [sumFor("ballot"), sumFor("judge")];
  return { ballot, judge, all: addSpend(ballot, judge) };
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
export async function reserveOrLeaveOut(
  { ports: { budget } }: Pick<DebateState, "ports">,
  calls: readonly StepCall[],
): Promise<void> {
  if (budget === null) return;
  const unpaid = budget.unpaid(calls);
  if (unpaid.length > 0 && (await reserveIn(budget.hold, sumWorst(unpaid))) !== null) {
    unpaid.forEach(budget.leaveOut);
  }
}
