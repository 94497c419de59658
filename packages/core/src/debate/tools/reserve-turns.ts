import type { Spend } from "../../protocol/budget.ts";
import type { ModelReply } from "../../protocol/model.ts";
import { addSpend, NO_SPEND } from "../../protocol/spend.ts";
import type { StepCall } from "../../protocol/step.ts";
import {
  estimateLastTurn,
  estimateWorstCall,
  messageTokens,
  requestTokens,
  MAX_FENCED_RESULT_TOKENS,
} from "../spending/call-spend.ts";
import type { BudgetPort } from "../state/ports.ts";
import { giveBack, replaceReservation } from "../spending/reserve.ts";

/** Keeps the turns of one reply within the caps. */
export interface TurnReserve {
  /** Reserves the turn that reads the results of tools. Tools whose results have no room there are left out. */
  grantResults(call: StepCall, reply: ModelReply, tools: readonly StepCall[]): Promise<void>;
  /** Reserves the actual spend of a turn, or skips the turn. */
  reserveTurn(call: StepCall): Promise<void>;
  /** Releases what no turn needed. */
  release(): void;
}

const UNCAPPED: TurnReserve = {
  grantResults: async () => undefined,
  reserveTurn: async () => undefined,
  release: () => undefined,
};

/** `first` is the call that offers the tools. Its last turn may have been reserved with it. */
export function reserveTurns(budget: BudgetPort | null, first: StepCall): TurnReserve {
  if (budget === null) return UNCAPPED;
  const { reservation, nextTurns } = budget;
  let reservedSpend = nextTurns.get(first.step) ?? NO_SPEND;
  nextTurns.delete(first.step);

  /** Replaces the reservation for the next turn, if the new one fits. */
  async function reserveInstead(needed: Spend): Promise<boolean> {
    if ((await replaceReservation(reservation, reservedSpend, needed)) !== null) return false;
    reservedSpend = needed;
    return true;
  }

  return {
    async grantResults(call, reply, tools) {
      budget.chargeUnreported(tools);
      // Journaled results are used again unchanged.
      const unpaid = budget.listUnpaid(tools);
      let granted = unpaid.length;
      while (granted > 0) {
        const results = tools.length - unpaid.length + granted;
        // After a refusal, the model has to answer.
        const mayGoOn = granted === unpaid.length;
        if (await reserveInstead(estimateNextTurn(call, reply, results, mayGoOn))) break;
        granted -= 1;
      }
      unpaid.slice(granted).forEach(budget.skip);
    },
    async reserveTurn(call) {
      budget.chargeUnreported([call]);
      if (budget.listUnpaid([call]).length === 0) return;
      const { maxSpend, lastTurn } = call;
      const turn = maxSpend ?? NO_SPEND;
      if (lastTurn && (await reserveInstead(addSpend(turn, lastTurn)))) reservedSpend = lastTurn;
      else if (await reserveInstead(turn)) reservedSpend = NO_SPEND;
      else budget.skip(call);
    },
    release() {
      giveBack(reservation, reservedSpend);
      reservedSpend = NO_SPEND;
    },
  };
}

/** Upper bound of the turn that reads results, and of the last one after it if more tools may be requested. */
function estimateNextTurn(
  call: StepCall,
  { text, toolCalls = [] }: ModelReply,
  results: number,
  mayGoOn: boolean,
): Spend {
  const { request, tools } = call;
  const member = { ...call, maxOutputTokens: request.maxOutputTokens ?? 0 };
  const replyTokens = messageTokens({ role: "assistant", content: text });
  const refused = toolCalls.length - results;
  const input =
    requestTokens(request, tools) +
    replyTokens +
    results * MAX_FENCED_RESULT_TOKENS +
    refused * REFUSAL_TOKENS;
  const turn = estimateWorstCall(member, input, tools);
  return mayGoOn ? addSpend(turn, estimateLastTurn(member, input)) : turn;
}

/** Maximum tokens of a refused tool call, with its fence. */
const REFUSAL_TOKENS = 1000;
