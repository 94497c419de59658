import type { Shortage, Spend } from "../protocol/budget.ts";
import { addSpend, NO_SPEND, spendBeyond } from "../protocol/spend.ts";
import type { StepCall } from "../protocol/step.ts";
import { callersOf } from "./callers.ts";
import { plannedInputs } from "./planned-inputs.ts";
import type { DebateState } from "./state.ts";
import { promptTokens, worstFor } from "./worst-case.ts";

/** Keeps the run inside its caps: sets aside what is about to be spent, and the judge's call with it. */
export interface Caps {
  /** Room for these calls, on top of the judge's. Names the cap that is too small, if one is. */
  reserve(calls: readonly StepCall[]): Shortage | null;
  /** Room for the judge's call as it really is, out of what was set aside for it. */
  reserveJudge(calls: readonly StepCall[]): Shortage | null;
  /**
   * Whether a round that an earlier process began can be held with the replies that it brought: there
   * is no room for the others, which count as failed.
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

/** What quoted replies may be estimated at when they are there, for each token that they really have. */
const QUOTED = 1.5;

/** Before a word is spoken: every position as long as it may get. */
function judgeEstimate({ config, task }: DebateState): Spend {
  const judge = callersOf(config).find(({ role }) => role === "judge");
  if (!judge) return NO_SPEND;
  const asked = promptTokens(task.question, task.context);
  const once = worstFor(judge.member, plannedInputs(config, asked, QUOTED).judge);
  return Array.from({ length: judge.calls }, () => once).reduce(addSpend, NO_SPEND);
}
