import type { BudgetLimits } from "../../protocol/settings.ts";
import { createBudget } from "../../api/index.ts";
import type { Budget, Hold, Spend } from "../../protocol/budget.ts";
import { addSpend, NO_SPEND } from "../../protocol/spend.ts";
import { chargedSpend, spendBeyond } from "../../protocol/worst-spend.ts";
import type { Ledger } from "./ledger.ts";

/** One user's limit, shared by all their debates, minus what they spent before. */
export function userBudget(user: string, limits: BudgetLimits, ledger: Ledger): Budget {
  const budget = createBudget(limits);
  charge(budget, ledger.spentBy(user));
  const underWay = new Set<{ most: Spend }>();
  function tell(): void {
    const most = [...underWay].reduce((sum, own) => addSpend(sum, own.most), NO_SPEND);
    ledger.setUnderWay?.(user, chargedSpend(NO_SPEND, most));
  }
  return {
    ...budget,
    open(waited) {
      const hold = budget.open(waited);
      const own: { most: Spend } = { most: NO_SPEND };
      underWay.add(own);
      return {
        ...hold,
        reserve(worst) {
          const shortage = hold.reserve(worst);
          if (shortage !== null) return shortage;
          own.most = addSpend(own.most, worst);
          tell();
          return null;
        },
        settle(worst, actual) {
          hold.settle(worst, actual);
          ledger.add(user, chargedSpend(worst, actual));
          own.most = spendBeyond(own.most, worst);
          tell();
        },
        release() {
          hold.release();
          underWay.delete(own);
          tell();
        },
      };
    },
  };
}

/** Charges a budget with an amount that was paid elsewhere. */
export function charge(budget: Budget, spent: Spend): void {
  budget.open().settle(NO_SPEND, spent);
}

/**
 * Two budgets that must both allow a call: a panel's own caps and its user's limit. Only `own` counts what
 * earlier processes spent on a resumed run, unless other debates share it too.
 */
export function bothBudgets(own: Budget, shared: Budget, ownIsShared: boolean): Budget {
  return {
    limits: { ...shared.limits, ...own.limits },
    spent: own.spent,
    msLeft: () => Math.min(own.msLeft(), shared.msLeft()),
    open(waited) {
      const hold = own.open(waited);
      return {
        ...bothHolds(hold, shared.open(waited)),
        chargeEarlier: (spent) => (ownIsShared ? undefined : hold.settle(NO_SPEND, spent)),
      };
    },
  };
}

function bothHolds(own: Hold, shared: Hold): Hold {
  return {
    reserve(worst) {
      const short = own.reserve(worst);
      if (short !== null) return short;
      const shortShared = shared.reserve(worst);
      // The first budget's reservation is released, because nothing of it was used.
      if (shortShared !== null) own.settle(worst, NO_SPEND);
      return shortShared;
    },
    settle(worst, actual) {
      own.settle(worst, actual);
      shared.settle(worst, actual);
    },
    release() {
      own.release();
      shared.release();
    },
  };
}
