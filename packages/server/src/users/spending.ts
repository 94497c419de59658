import type { Log } from "../log.ts";
import {
  type Budget,
  type BudgetReservation,
  type Shortage,
  type Spend,
  type Amount,
  COUNTED,
  NO_SPEND,
  toAmount,
} from "@rostrum/core/protocol";
import { formatMoney } from "@rostrum/core/export";
import { formatLimit } from "@rostrum/core/support";
import type { ReservationHolder, ServiceStore, Wallet } from "@rostrum/runtime/journal";
import { formatCause } from "../format-cause.ts";
import { HttpError } from "../http-error.ts";
import { takeLowest } from "../access/take-lowest.ts";
import type { User } from "./users.ts";
import { parseWallet, type WalletKind } from "./wallets.ts";

/** Spending of users and teams. Counted in the journal, so that all servers share the count. */
export interface Spending {
  /** Refuses a user whose limit, or whose team's, is used up, before any model is called. */
  checkFunds(user: User): Promise<void>;
  /** Amount of the user's tightest limit of this kind that running debates have reserved; `null` if nothing. */
  findReserved(user: User, limit: Shortage["limit"]): Promise<ReservedPart | null>;
  /** The limits of a run's user and team, as a budget of that run; `null` if there are none. */
  budgetFor(run: string, user: User): Budget | null;
  /**
   * Reserves spend for a run that a cluster executes: `worstCase`, or what is left of the limits. Returns the caps
   * for the run; null if it has no limits. Every such run stays in `reservedElsewhere` until `settleElsewhere`; until
   * then, asking again, here or on another server, reserves nothing more.
   */
  reserveElsewhere(run: string, user: User, worstCase: Spend): Promise<Partial<Amount> | null>;
  /** Charges what such a run has used. Only the first call for a run counts. */
  settleElsewhere(run: string, used: Spend): Promise<void>;
  /** The runs that wait for `settleElsewhere`. */
  reservedElsewhere(): Promise<string[]>;
  /** Resolves when everything charged so far is stored. */
  flush(): Promise<void>;
}

/** Amount of a limit that running debates have reserved. Most of it becomes free when they end. */
export interface ReservedPart {
  reserved: number;
  /** What is left of the limit without these reservations. */
  unspent: number;
  /** "$0.80 of your limit of $1.00 per day is reserved by running debates" */
  words: string;
}

export const RETRY_ADVICE = "try again when they have ended";
/** Seconds after which a client may try again: about the length of a debate. */
export const RETRY_SECONDS = 60;

/** Prefix for runs on a cluster, which are settled as a whole; those of servers are settled call by call. */
const CLUSTER_PREFIX = "cluster:";
/** Counts runs whose user has no limit, so that they are listed until they are settled. */
const CLUSTER_WALLET: Wallet = { name: "server:cluster", limits: {} };

export function createSpending(store: ServiceStore, log: Log): Spending {
  const pending = new Set<Promise<void>>();

  function track(work: Promise<void>, run: string, spend?: Spend): Promise<void> {
    const settled = work.catch((error: unknown) => {
      // The reserved amount stays reserved, so that nothing can be spent twice.
      const failure = spend
        ? `could not store its spending of ${formatSpend(spend)}; the reserved amount is charged instead`
        : "could not release what it had reserved, which stays charged";
      log(`debate ${run}: ${failure}: ${formatCause(error)}`, { level: "error" });
    });
    pending.add(settled);
    void settled.finally(() => pending.delete(settled));
    return settled;
  }

  async function findReserved(
    { wallets }: User,
    limit: Shortage["limit"],
  ): Promise<ReservedPart | null> {
    const [tightest] = (await listLimits(store, wallets))
      .filter(({ part }) => part === limit)
      .toSorted((a, b) => a.left - b.left);
    if (tightest === undefined || tightest.reserved <= 0) return null;
    const { wallet, part, cap, spent, reserved } = tightest;
    const words = `${formatLimit(part, reserved, formatMoney)} of ${nameLimit(wallet, part, cap)} is reserved by running debates`;
    return { reserved, unspent: cap - spent, words };
  }

  return {
    async checkFunds({ wallets }) {
      for (const { wallet, part, cap, spent } of await listLimits(store, wallets)) {
        if (spent >= cap) throw usedUp(wallet, part, cap);
      }
    },
    findReserved,
    budgetFor: (run, { wallets }) =>
      wallets.length === 0 ? null : createWalletBudget(store, run, wallets, track),
    async reserveElsewhere(run, user, worstCase) {
      const { wallets } = user;
      refuseUnknown(wallets, worstCase);
      const charged = wallets.length === 0 ? [CLUSTER_WALLET] : wallets;
      const amount = wallets.length === 0 ? NO_SPEND : toAmount(worstCase);
      const fitted = await store.reserveRun(CLUSTER_PREFIX + run, amount, charged);
      if (fitted.shortage !== null) {
        const { wallet, limit, cap } = fitted.shortage;
        const held = await findReserved(user, limit);
        if (held === null || held.unspent <= 0) throw usedUp(wallet, limit, cap);
        const message = `${held.words}: ${RETRY_ADVICE}`;
        throw new HttpError(402, "budget", message, { retryAfter: RETRY_SECONDS });
      }
      return wallets.length === 0 ? null : pickLimited(fitted.reserved, wallets);
    },
    async settleElsewhere(run, used) {
      await track(store.payAndRelease(CLUSTER_PREFIX + run, used), run, used);
    },
    async reservedElsewhere() {
      const runs = await store.reservedRuns(CLUSTER_PREFIX);
      return runs.map((run) => run.slice(CLUSTER_PREFIX.length));
    },
    async flush() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

/** The limits of one run's user and team. Reservations go to the journal, which counts for all servers. */
function createWalletBudget(
  store: ServiceStore,
  run: string,
  wallets: readonly Wallet[],
  track: (work: Promise<void>, run: string, spend?: Spend) => Promise<void>,
): Budget {
  const holder: ReservationHolder = { run, token: globalThis.crypto.randomUUID() };
  const names = wallets.map(({ name }) => name);
  const limits: Partial<Amount> = takeLowest(wallets.map((wallet) => wallet.limits));
  const spent: Amount = { ...NO_SPEND };
  /** The limit of which the least was left when `left` was last read. */
  const tightest: Partial<Record<keyof Amount, LimitState>> = {};
  let isTakenOver = false;
  /** True if amounts are reserved here, unless another process has taken the run over and charged them. */
  let isHolding = false;
  let lastReservation: Promise<unknown> = Promise.resolve();

  /**
   * The first reservation charges what an earlier process left. Until it has succeeded, others wait: as a first one
   * too, each would charge what the others have just reserved.
   */
  function reserveInStore(amount: Amount): ReturnType<ServiceStore["reserve"]> {
    if (isTakenOver) return store.reserve(holder, amount, wallets, false);
    const reservation = lastReservation.then(async () => {
      const outcome = await store.reserve(holder, amount, wallets, !isTakenOver);
      isTakenOver = true;
      return outcome;
    });
    lastReservation = reservation.catch(() => undefined);
    return reservation;
  }

  async function reserveShared(maxSpend: Spend): Promise<Shortage | null> {
    for (const limit of COUNTED) {
      const cap = limits[limit];
      if (cap === undefined || maxSpend[limit] !== null) continue;
      return { limit, cap, spent: 0, needed: Infinity };
    }
    const { shortage } = await reserveInStore(toAmount(maxSpend));
    if (shortage === null) {
      isHolding = true;
      return null;
    }
    const { wallet, ...rest } = shortage;
    return { ...rest, whose: describeLimit(wallet, shortage.limit, shortage.cap) };
  }

  function open(): BudgetReservation {
    let lastSettlement: Promise<void> = Promise.resolve();
    let isLost = false;
    return {
      reserve() {
        throw new Error("expected reserveShared: other servers count against this budget too");
      },
      reserveShared,
      settle(maxSpend, charged) {
        const used = toAmount(charged);
        for (const limit of COUNTED) spent[limit] += used[limit];
        const settled = store
          .settle(holder, names, isHolding ? toAmount(maxSpend) : null, used)
          .catch((error: unknown) => {
            isLost = true;
            throw error;
          });
        lastSettlement = Promise.all([lastSettlement, track(settled, run, used)]).then(
          () => undefined,
        );
      },
      release() {
        // A call that ends later is charged all the same.
        isHolding = false;
        void track(
          lastSettlement.then(async () => {
            if (isLost) return;
            // What an earlier process left is charged even if this one had nothing to reserve.
            if (!isTakenOver) await reserveInStore(NO_SPEND);
            await store.release(holder);
          }),
          run,
        );
      },
    };
  }

  return {
    limits,
    spent: () => ({ ...spent, toolCalls: 0, ms: 0 }),
    async left() {
      const lowest: Partial<Amount> = {};
      for (const state of await listLimits(store, wallets)) {
        const { part, left } = state;
        if (left >= (lowest[part] ?? Infinity)) continue;
        lowest[part] = left;
        tightest[part] = state;
      }
      return lowest;
    },
    describeOwner(limit) {
      const { wallet, cap } = tightest[limit] ?? {
        wallet: wallets.find((candidate) => candidate.limits[limit] === limits[limit])?.name,
        cap: limits[limit],
      };
      return wallet === undefined || cap === undefined
        ? undefined
        : describeLimit(wallet, limit, cap);
    },
    msLeft: () => Infinity,
    open,
  };
}

/** "3 calls, 1,200 tokens, $0.30" */
function formatSpend(spend: Spend): string {
  return COUNTED.map((part) => {
    const amount = spend[part];
    return amount === null ? `unknown ${part}` : formatLimit(part, amount, formatMoney);
  }).join(", ");
}

/** A limit needs a known worst case: an unknown amount can't be reserved. */
function refuseUnknown(wallets: readonly Wallet[], worstCase: Spend): void {
  for (const { limits } of wallets) {
    const unknown = COUNTED.find((part) => limits[part] !== undefined && worstCase[part] === null);
    if (unknown === undefined) continue;
    const reason = `a limit of ${unknown} needs a known worst case, and that of this panel is unknown`;
    throw new HttpError(402, "budget", `${reason}: give its models a price`);
  }
}

/** The parts of an amount that a wallet limits. */
function pickLimited(amount: Amount, wallets: readonly Wallet[]): Partial<Amount> {
  const isLimited = (part: keyof Amount): boolean =>
    wallets.some(({ limits }) => limits[part] !== undefined);
  const limited = COUNTED.filter(isLimited).map((part) => [part, amount[part]]);
  return Object.fromEntries(limited) as Partial<Amount>;
}

const LIMIT_OWNERS: Record<WalletKind, string> = {
  user: "your limit",
  team: "your team's limit",
  project: "the project's limit",
};

/** "your limit of $20.00 per month, which resets at 2026-12-01T00:00:00.000Z" */
function describeLimit(wallet: string, limit: keyof Amount, cap: number): string {
  const { resetsAt } = parseWallet(wallet);
  const reset = resetsAt === null ? "" : `, which resets at ${new Date(resetsAt).toISOString()}`;
  return nameLimit(wallet, limit, cap) + reset;
}

/** "your limit of $20.00 per month" */
function nameLimit(wallet: string, limit: keyof Amount, cap: number): string {
  const { kind, per } = parseWallet(wallet);
  const amount = formatLimit(limit, cap, formatCap);
  return `${LIMIT_OWNERS[kind]} of ${amount}${per === null ? "" : ` per ${per}`}`;
}

/** The exact figure of a config, with its cents. */
function formatCap(usd: number): string {
  const cents = usd.toFixed(2);
  return `$${Number(cents) === usd ? cents : usd}`;
}

function usedUp(wallet: string, limit: keyof Amount, cap: number): HttpError {
  const { resetsAt } = parseWallet(wallet);
  const advice =
    resetsAt === null
      ? "ask an admin to raise it"
      : `it resets at ${new Date(resetsAt).toISOString()}`;
  const message = `${nameLimit(wallet, limit, cap)} is used up: ${advice}`;
  return new HttpError(402, "budget", message);
}

/** One limit of a wallet, and what is left of it. Reserved amounts are not spent yet, but can't be spent by others. */
interface LimitState {
  wallet: string;
  part: keyof Amount;
  cap: number;
  spent: number;
  reserved: number;
  left: number;
}

async function listLimits(store: ServiceStore, wallets: readonly Wallet[]): Promise<LimitState[]> {
  if (wallets.length === 0) return [];
  const states = await store.walletStates(wallets.map(({ name }) => name));
  return wallets.flatMap(({ name: wallet, limits }, index) =>
    COUNTED.flatMap((part) => {
      const cap = limits[part];
      if (cap === undefined) return [];
      const [spent = 0, reserved = 0] = [states[index]?.spent[part], states[index]?.reserved[part]];
      const left = Math.max(0, cap - spent - reserved);
      return [{ wallet, part, cap, spent, reserved, left }];
    }),
  );
}

/** Remaining amounts of each wallet's limits, for display. */
export async function readLimits(
  store: ServiceStore,
  wallets: readonly Wallet[],
): Promise<Record<string, unknown>[]> {
  const limits = Map.groupBy(await listLimits(store, wallets), ({ wallet }) => wallet);
  return wallets.map(({ name }) => {
    const { kind, name: owner, per, resetsAt } = parseWallet(name);
    const walletLimits = limits.get(name) ?? [];
    const parts = walletLimits.map(({ part, wallet: _wallet, ...state }) => [part, state]);
    const period = resetsAt === null ? {} : { per, resetsAt: new Date(resetsAt).toISOString() };
    return { [kind]: owner, ...period, ...Object.fromEntries(parts) };
  });
}

/**
 * Combines two budgets that must both allow a call: a panel's own caps and its user's limit. Only `own` counts what
 * earlier processes spent on a resumed run, unless other debates share it too.
 */
export function combineBudgets(own: Budget, shared: Budget, ownIsShared: boolean): Budget {
  let ownLeft: Partial<Amount> = {};
  let sharedLeft: Partial<Amount> = {};
  return {
    limits: takeLowest([shared.limits, own.limits]),
    spent: own.spent,
    async left() {
      ownLeft = (await own.left?.()) ?? {};
      sharedLeft = (await shared.left?.()) ?? {};
      return takeLowest([ownLeft, sharedLeft]);
    },
    describeOwner(limit) {
      const isSharedTighter = (sharedLeft[limit] ?? Infinity) < (ownLeft[limit] ?? Infinity);
      return own.limits[limit] === undefined || isSharedTighter
        ? shared.describeOwner?.(limit)
        : own.describeOwner?.(limit);
    },
    msLeft: () => Math.min(own.msLeft(), shared.msLeft()),
    open(waited) {
      const reservation = own.open(waited);
      return {
        ...combineReservations(reservation, shared.open(waited)),
        chargeEarlier: (spent) => (ownIsShared ? undefined : reservation.settle(NO_SPEND, spent)),
      };
    },
  };
}

function combineReservations(own: BudgetReservation, shared: BudgetReservation): BudgetReservation {
  return {
    reserve: shared.reserve,
    async reserveShared(maxSpend) {
      const short = own.reserve(maxSpend);
      if (short !== null) return short;
      let isReserved = false;
      try {
        const shortShared = shared.reserveShared
          ? await shared.reserveShared(maxSpend)
          : shared.reserve(maxSpend);
        isReserved = shortShared === null;
        return shortShared;
      } finally {
        // Without the second reservation no call is made, so nothing of the first one is used.
        if (!isReserved) own.settle(maxSpend, NO_SPEND);
      }
    },
    settle(maxSpend, charged) {
      own.settle(maxSpend, charged);
      shared.settle(maxSpend, charged);
    },
    release() {
      own.release();
      shared.release();
    },
  };
}
