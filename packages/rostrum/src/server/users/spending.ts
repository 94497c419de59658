import type { Budget, Hold, Shortage, Spend } from "../../protocol/budget.ts";
import type { Amount, ServiceStore, Wallet, WalletState } from "../../protocol/service-store.ts";
import { NO_SPEND } from "../../protocol/spend.ts";
import { chargedSpend } from "../../protocol/worst-spend.ts";
import { HttpError } from "../http-error.ts";
import type { User } from "./users.ts";

/**
 * What users and teams may spend. It is counted in the journal, so that all servers share the
 * count.
 */
export interface Spending {
  /** Refuses a user whose limit, or whose team's, is used up, before any model is called. */
  checkFunds(user: User): Promise<void>;
  /** The limits of a run's user and team, as a budget of that run; `null` if there are none. */
  budgetFor(run: string, user: User): Budget | null;
  /** Charges what a run used on a cluster. */
  charge(run: string, user: User, spent: Spend): Promise<void>;
  /** Resolves when everything charged so far is stored. */
  written(): Promise<void>;
}

const PARTS = ["usd", "tokens", "calls"] as const;

export interface SpendingOptions {
  store: ServiceStore;
  log(line: string): void;
}

export function createSpending({ store, log }: SpendingOptions): Spending {
  const pending = new Set<Promise<void>>();

  function soon(work: Promise<void>): Promise<void> {
    const kept = work.catch(() => {
      // The reserved amount stays reserved, so that nothing can be spent twice.
      log("could not store what a debate spent; the amount reserved for it counts instead");
    });
    pending.add(kept);
    void kept.finally(() => pending.delete(kept));
    return kept;
  }

  return {
    async checkFunds({ wallets }) {
      if (wallets.length === 0) return;
      const states = await store.walletStates(wallets.map(({ name }) => name));
      for (const [index, { name, limits }] of wallets.entries()) {
        for (const limit of PARTS) {
          const cap = limits[limit];
          if (cap === undefined || (states[index]?.spent[limit] ?? 0) < cap) continue;
          const whose = name.startsWith("team:") ? `your team's limit` : "your limit";
          throw new HttpError(402, "budget", `${whose} of ${cap} ${limit} is used up`);
        }
      }
    },
    budgetFor: (run, { wallets }) =>
      wallets.length === 0 ? null : walletBudget({ store, run, wallets, soon }),
    async charge(run, { wallets }, spent) {
      const names = wallets.map(({ name }) => name);
      if (names.length === 0) return;
      await soon(store.settle(run, names, amountOf(NO_SPEND), chargedSpend(NO_SPEND, spent)));
    },
    async written() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

interface WalletBudgetOptions {
  store: ServiceStore;
  run: string;
  wallets: readonly Wallet[];
  soon(work: Promise<void>): Promise<void>;
}

/**
 * The limits of one run's user and team. Reservations go to the journal, which counts for all
 * servers.
 */
function walletBudget({ store, run, wallets, soon }: WalletBudgetOptions): Budget {
  const names = wallets.map(({ name }) => name);
  const limits = tightest(wallets);
  const spent: Amount = { usd: 0, tokens: 0, calls: 0 };
  let first = true;

  async function reserveShared(worst: Spend): Promise<Shortage | null> {
    for (const limit of PARTS) {
      const cap = limits[limit];
      if (cap === undefined || worst[limit] !== null) continue;
      return { limit, cap, spent: 0, needed: Infinity };
    }
    const { shortage } = await store.reserve(run, amountOf(worst), wallets, first);
    first = false;
    return shortage && { ...shortage };
  }

  function open(): Hold {
    let last: Promise<void> = Promise.resolve();
    let lost = false;
    return {
      reserve() {
        throw new Error("expected reserveShared: other servers count against this budget too");
      },
      reserveShared,
      settle(worst, actual) {
        const charged = chargedSpend(worst, actual);
        for (const limit of PARTS) spent[limit] += charged[limit];
        const settled = store
          .settle(run, names, amountOf(worst), charged)
          .catch((error: unknown) => {
            lost = true;
            throw error;
          });
        last = Promise.all([last, soon(settled)]).then(() => undefined);
      },
      release() {
        void soon(last.then(() => (lost ? undefined : store.release(run))));
      },
    };
  }

  return { limits, spent: () => ({ ...spent, ms: 0 }), msLeft: () => Infinity, open };
}

/** For each part, the lowest limit. */
function tightest(wallets: readonly Wallet[]): Partial<Amount> {
  const parts = PARTS.flatMap((part) => {
    const caps = wallets.flatMap(({ limits }) => limits[part] ?? []);
    return caps.length === 0 ? [] : [[part, Math.min(...caps)] as const];
  });
  return Object.fromEntries(parts);
}

function amountOf({ usd, tokens, calls }: Spend): Amount {
  return { usd: usd ?? 0, tokens: tokens ?? 0, calls };
}

/** What is left of each limit. Reserved amounts are not spent yet, but can't be spent by others. */
export function limitsLeft(
  { name, limits }: Wallet,
  { spent, reserved }: WalletState,
): Record<string, unknown> {
  const parts = PARTS.flatMap((part) => {
    const cap = limits[part];
    if (cap === undefined) return [];
    const left = Math.max(0, cap - spent[part] - reserved[part]);
    return [[part, { cap, spent: spent[part], reserved: reserved[part], left }] as const];
  });
  const [kind = "", ...rest] = name.split(":");
  return { [kind]: rest.join(":"), ...Object.fromEntries(parts) };
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
    reserve: shared.reserve,
    async reserveShared(worst) {
      const short = own.reserve(worst);
      if (short !== null) return short;
      const shortShared = shared.reserveShared
        ? await shared.reserveShared(worst)
        : shared.reserve(worst);
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
