import { addSpend, NO_SPEND } from "../protocol/spend.ts";
import type { StepCall } from "../protocol/step.ts";
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
