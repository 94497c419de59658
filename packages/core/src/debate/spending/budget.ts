import { ROUNDING_ERROR } from "../../rounding-error.ts";
import type { BudgetLimits } from "../../protocol/settings.ts";
import type { Amount, Budget, BudgetReservation, Shortage, Spend } from "../../protocol/budget.ts";
import { CAPPED, COUNTED, NO_SPEND } from "../../protocol/spend.ts";

const NOTHING: Readonly<Required<Record<keyof Spend, number>>> = { ...NO_SPEND, toolCalls: 0 };

/**
 * Caps that any number of debates can share: `createBudget({ usd: 5 })`. The worst case of calls is
 * reserved before they start, in one synchronous step, so calls in flight can't exceed a cap together.
 */
export function createBudget(
  given: BudgetLimits,
  now: () => number = () => performance.now(),
): Budget {
  const limits = { ...given };
  const settled = { ...NOTHING };
  const reserved = { ...NOTHING };
  let isUsdUnknown = false;
  let openedAt: number | null = null;

  function elapsed(): number {
    return openedAt === null ? 0 : now() - openedAt;
  }

  function shortageFor(
    maxSpend: Spend,
    ownReserved: typeof NOTHING,
    waited: () => number,
  ): Shortage | null {
    for (const limit of CAPPED) {
      const cap = limits[limit];
      if (cap === undefined) continue;
      const spent = settled[limit] + reserved[limit];
      const amount =
        limit === "toolCalls" ? (maxSpend.toolCalls ?? 0) : (maxSpend[limit] ?? Infinity);
      // A cap that is used up refuses only calls that count against it.
      if (limit === "toolCalls" && amount === 0) continue;
      if (spent + amount <= cap + ROUNDING_ERROR) continue;
      const heldByOthers = reserved[limit] - ownReserved[limit];
      const shortage: Shortage = { limit, cap, spent, needed: amount };
      return heldByOthers > ROUNDING_ERROR ? { ...shortage, heldByOthers } : shortage;
    }
    if (limits.ms !== undefined && elapsed() - waited() >= limits.ms) {
      return { limit: "ms", cap: limits.ms, spent: elapsed() - waited(), needed: 1 };
    }
    return null;
  }

  function readLeft(): Partial<Amount> {
    const left: Partial<Amount> = {};
    for (const part of COUNTED) {
      const cap = limits[part];
      if (cap !== undefined) left[part] = Math.max(0, cap - settled[part] - reserved[part]);
    }
    return left;
  }

  function open(waited = (): number => 0): BudgetReservation {
    openedAt ??= now();
    const ownReserved = { ...NOTHING };

    function move(limit: keyof Spend, amount: number): void {
      // Clamped: settling more than was reserved must not release what other debates reserved.
      const change = Math.max(amount, -ownReserved[limit]);
      ownReserved[limit] += change;
      reserved[limit] += change;
    }

    return {
      reserve(maxSpend) {
        const shortage = shortageFor(maxSpend, ownReserved, waited);
        if (shortage === null) for (const limit of CAPPED) move(limit, maxSpend[limit] ?? 0);
        return shortage;
      },
      settle(maxSpend, charged) {
        isUsdUnknown ||= maxSpend.usd === null && charged.calls > 0 && charged.usd === 0;
        for (const limit of CAPPED) {
          move(limit, -(maxSpend[limit] ?? 0));
          settled[limit] += charged[limit] ?? 0;
        }
      },
      release() {
        for (const limit of CAPPED) move(limit, -ownReserved[limit]);
      },
    };
  }

  return {
    limits,
    spent: () => ({
      ...settled,
      ms: elapsed(),
      ...(isUsdUnknown ? { usdIsAtLeast: true as const } : {}),
    }),
    left: async () => readLeft(),
    open,
    msLeft: () => (limits.ms === undefined ? Infinity : Math.max(0, limits.ms - elapsed())),
  };
}
