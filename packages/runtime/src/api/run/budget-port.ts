import type { BudgetPort } from "@rostrum/core/debate";
import {
  type Budget,
  CAPPED,
  type Charge,
  chargedCost,
  type BudgetReservation,
  knownSpend,
  NO_SPEND,
  spendBeyond,
  type StepCall,
} from "@rostrum/core/protocol";
import { formatLimit, formatMoney, ROUNDING_ERROR } from "@rostrum/core/support";
import type { Ledger } from "./ledger.ts";

const NEARLY = 0.8;

/** Budget settings of a run, with the spend of earlier processes if it is resumed. */
export interface BudgetPortOptions {
  ledger: Ledger;
  /** True if spend of earlier processes counts against this budget. */
  charged: boolean;
  /** The call is answered without a model, from the journal or from another run. */
  isReplayed(call: StepCall): boolean;
  /** The call is answered with a failure, because it doesn't fit into the budget. */
  skip(stepId: string): void;
  estimateWorstCase: BudgetPort["estimateWorstCase"];
  lastRound: BudgetPort["lastRound"];
  reviewCheckShortage: BudgetPort["reviewCheckShortage"];
}

/**
 * Warns that more was spent than the run's own limits allow: a provider or a function counted more tokens than were
 * estimated. Limits of a user are left out, because their sums are nobody else's business.
 */
export function describeOverspend(budget: Budget): string[] {
  const spent = budget.spent();
  return (["usd", "tokens"] as const).flatMap((limit) => {
    const cap = budget.limits[limit];
    if (cap === undefined || spent[limit] <= cap + ROUNDING_ERROR) return [];
    if (budget.describeOwner?.(limit) !== undefined) return [];
    const format = (amount: number): string => formatLimit(limit, amount, formatMoney);
    const verb = limit === "usd" ? "was" : "were";
    return [
      `${format(spent[limit])} ${verb} spent, ${format(spent[limit] - cap)} more than the limit of ${format(cap)}. ` +
        "Models may count more tokens in a prompt than rostrum estimates.",
    ];
  });
}

/** The loop's view of a budget. */
export function createBudgetPort(
  budget: Budget,
  reservation: BudgetReservation,
  {
    ledger,
    charged,
    isReplayed,
    skip,
    estimateWorstCase,
    lastRound,
    reviewCheckShortage,
  }: BudgetPortOptions,
): BudgetPort {
  const warned = new Set<string>();
  const chargedSteps = new Set<string>();
  const { limits } = budget;
  const charge =
    reservation.chargeEarlier?.bind(reservation) ?? (charged ? chargeReservation : null);
  charge?.(ledger.earlier());

  function chargeReservation(spent: Charge): void {
    reservation.settle(NO_SPEND, spent);
  }

  /** Charges an earlier attempt that didn't report its cost, as soon as the call's worst case is known. */
  function chargeUnreportedCall({
    request: { stepId },
    maxSpend,
    maxSpendDoubled,
  }: StepCall): void {
    if (maxSpend === null || chargedSteps.has(stepId)) return;
    chargedSteps.add(stepId);
    const parts = ledger.earlierOn(stepId);
    for (const cost of parts) {
      const maxCharge = chargedCost({ maxSpend, maxSpendDoubled }, cost, parts.length > 1);
      charge?.(spendBeyond(maxCharge, knownSpend(cost)));
    }
  }

  return {
    reservation,
    onExceeded: limits.onExceeded ?? "stop",
    chargeUnreported: (calls) => calls.forEach(chargeUnreportedCall),
    listUnpaid: (calls) => calls.filter((call) => !isReplayed(call)),
    skip: (call) => skip(call.request.stepId),
    estimateWorstCase,
    lastRound,
    reviewCheckShortage,
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
