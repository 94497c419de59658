import type { BudgetPort } from "@rostrum/core/debate";
import {
  type Budget,
  CAPPED,
  chargedCost,
  chargedSpend,
  type Hold,
  NO_SPEND,
  type Spend,
  spendBeyond,
  type StepCall,
  toSpend,
} from "@rostrum/core/protocol";
import type { Ledger } from "./ledger.ts";

const NEARLY = 0.8;

/** Budget settings of a run, with the spend of earlier processes if it is resumed. */
export interface BudgetPortOptions {
  ledger: Ledger;
  /** How many tools earlier processes called. */
  earlierToolCalls: number;
  /** True if spend of earlier processes counts against this budget. */
  charged: boolean;
  /** The call is answered without a model, from the journal or from another run. */
  isReplayed(call: StepCall): boolean;
  /** The call is answered with a failure, because it doesn't fit into the budget. */
  skip(stepId: string): void;
  foresee: BudgetPort["foresee"];
  lastRound: BudgetPort["lastRound"];
  check: BudgetPort["check"];
}

/** The loop's view of a budget. */
export function createBudgetPort(
  budget: Budget,
  hold: Hold,
  {
    ledger,
    earlierToolCalls,
    charged,
    isReplayed,
    skip,
    foresee,
    lastRound,
    check,
  }: BudgetPortOptions,
): BudgetPort {
  const warned = new Set<string>();
  const owed = new Set<string>();
  const { limits } = budget;
  const charge = hold.chargeEarlier?.bind(hold) ?? (charged ? chargeHold : null);
  for (const cost of ledger.earlier()) charge?.(toSpend(cost));
  if (earlierToolCalls > 0) charge?.({ ...NO_SPEND, toolCalls: earlierToolCalls });

  function chargeHold(spent: Spend): void {
    hold.settle(NO_SPEND, spent);
  }

  /** Charges an earlier attempt that didn't report its cost, as soon as the call's worst case is known. */
  function chargeUnknown({ request: { stepId }, worst, worstDoubled }: StepCall): void {
    if (worst === null || owed.has(stepId)) return;
    owed.add(stepId);
    const parts = ledger.earlierOn(stepId);
    for (const cost of parts) {
      const reportedSpend = chargedSpend(NO_SPEND, toSpend(cost));
      const maxSpend = chargedCost({ worst, worstDoubled }, cost, parts.length > 1);
      charge?.(spendBeyond(maxSpend, reportedSpend));
    }
  }

  return {
    hold,
    onExceeded: limits.onExceeded ?? "stop",
    unpaid(calls) {
      for (const call of calls) chargeUnknown(call);
      return calls.filter((call) => !isReplayed(call));
    },
    skip: (call) => skip(call.request.stepId),
    foresee,
    lastRound,
    check,
    nextTurns: new Map(),
    expired() {
      if (limits.ms === undefined || budget.msLeft() > 0) return null;
      return { limit: "ms", cap: limits.ms, spent: budget.spent().ms, needed: 1 };
    },
    warnings() {
      const spent = budget.spent();
      const near = ([...CAPPED.toReversed(), "ms"] as const).flatMap((limit) => {
        const cap = limits[limit];
        if (cap === undefined || warned.has(limit) || spent[limit] < cap * NEARLY) return [];
        warned.add(limit);
        return [{ limit, spent: spent[limit], cap }];
      });
      return near;
    },
  };
}
