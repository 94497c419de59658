import type { Shortage, Spend } from "../protocol/budget.ts";
import { addSpend, NO_SPEND, spendBeyond } from "../protocol/spend.ts";
import type { StepCall } from "../protocol/step.ts";
import { callersOf } from "./callers.ts";
import { plannedInputs } from "./planned-inputs.ts";
import type { DebateState } from "./state.ts";
import { promptTokens, worstFor } from "./worst-case.ts";

/** Keeps the run within its caps: reserves what is about to be spent, including the judge's call. */
export interface Caps {
  /** Reserves these calls in addition to the judge's. Returns the cap that is too small, if there is one. */
  reserve(calls: readonly StepCall[]): Shortage | null;
  /** Reserves the judge's call as it really is, from what was reserved for it. */
  reserveJudge(calls: readonly StepCall[]): Shortage | null;
  /**
   * Whether a round that an earlier process began can count with the replies that it got. The other calls
   * don't fit into the budget and count as failed.
   */
  holdWithKept(calls: readonly StepCall[]): boolean;
}

export function capsFor(state: DebateState): Caps {
  const { budget } = state.ports;
  if (budget === null) {
    return { reserve: () => null, reserveJudge: () => null, holdWithKept: () => false };
  }
  let heldForJudge = NO_SPEND;
  return {
    reserve(calls) {
      const unpaid = budget.unpaid(calls);
      if (unpaid.length === 0) return null;
      const judge = heldForJudge === NO_SPEND ? judgeEstimate(state) : NO_SPEND;
      const shortage = budget.hold.reserve(worstOfAll(unpaid, judge));
      if (shortage === null && judge !== NO_SPEND) heldForJudge = judge;
      return shortage;
    },
    reserveJudge(calls) {
      const unpaid = budget.unpaid(calls);
      if (unpaid.length === 0) return null;
      return budget.hold.reserve(spendBeyond(worstOfAll(unpaid), heldForJudge));
    },
    holdWithKept(calls) {
      const unpaid = budget.unpaid(calls);
      if (calls.length - unpaid.length < state.config.quorum) return false;
      unpaid.forEach(budget.leaveOut);
      return true;
    },
  };
}

function worstOfAll(calls: readonly StepCall[], more: Spend = NO_SPEND): Spend {
  return calls.reduce((sum, { worst }) => addSpend(sum, worst ?? NO_SPEND), more);
}

/** How many tokens the estimate may give for each real token of a quoted reply. */
const QUOTED = 1.5;

/** Before the first reply: every position has its greatest possible length. */
function judgeEstimate({ config, task }: DebateState): Spend {
  const judge = callersOf(config).find(({ role }) => role === "judge");
  if (!judge) return NO_SPEND;
  const asked = promptTokens(task.question, task.context);
  const once = worstFor(judge.member, plannedInputs(config, asked, QUOTED).judge);
  return Array.from({ length: judge.calls }, () => once).reduce(addSpend, NO_SPEND);
}
