import { addSpend, NO_SPEND } from "../protocol/spend.ts";
import type { StepCall, StepOutcome } from "../protocol/step.ts";
import { reserveIn } from "./reserve-in.ts";
import type { DebateState } from "./state.ts";

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
  const worst = unpaid.reduce((sum, call) => addSpend(sum, call.worst ?? NO_SPEND), NO_SPEND);
  if (unpaid.length > 0 && (await reserveIn(budget.hold, worst)) !== null) {
    unpaid.forEach(budget.leaveOut);
  }
}

/** Makes calls that the debate can do without, as far as they fit into the budget. */
export async function askWithinBudget(
  state: DebateState,
  span: string,
  round: number,
  calls: readonly StepCall[],
): Promise<StepOutcome[]> {
  const { ports } = state;
  await reserveOrLeaveOut(state, calls);
  return ports.span(span, { round_number: round }, (set) =>
    Promise.all(
      calls.map(async (call) => {
        const outcome = await ports.step(call);
        ports.describeCall?.(set, call, outcome);
        return outcome;
      }),
    ),
  );
}
