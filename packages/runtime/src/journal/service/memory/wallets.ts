import { addSpend, type Amount, chargedSpend, NO_SPEND, spendBeyond } from "@rostrum/core/protocol";
import { findShortage } from "../find-shortage.ts";
import { fitIntoLimits } from "../fit-into-limits.ts";
import { formatReservationKey } from "../reservation-key.ts";
import type { Wallet, WalletState, WalletStore } from "../wallet-store.ts";
import type { ForgetfulStore } from "./forgetful-store.ts";

export function createMemoryWallets(): ForgetfulStore<WalletStore> {
  const spent = new Map<string, Amount>();
  /** By run or by holder, then by wallet. */
  const reserved = new Map<string, Map<string, Amount>>();

  function pay(wallet: string, amount: Amount): void {
    spent.set(wallet, addSpend(spent.get(wallet) ?? NO_SPEND, amount));
  }

  const readWallet = (name: string): WalletState => ({
    spent: spent.get(name) ?? NO_SPEND,
    reserved: [...reserved.values()]
      .flatMap((reservations) => reservations.get(name) ?? [])
      .reduce(addSpend, NO_SPEND),
  });

  function addReservation(key: string, amount: Amount, wallets: readonly Wallet[]): void {
    const reservations = reserved.get(key) ?? new Map<string, Amount>();
    for (const { name } of wallets)
      reservations.set(name, addSpend(reservations.get(name) ?? NO_SPEND, amount));
    reserved.set(key, reservations);
  }

  /** Removes a run's reservations, whoever holds them, and charges what `toCharge` makes of each. */
  function chargeReserved(run: string, toCharge: (reserved: Amount) => Amount): void {
    for (const [key, reservations] of reserved) {
      if (key !== run && !key.startsWith(`${run}/`)) continue;
      for (const [wallet, amount] of reservations) pay(wallet, toCharge(amount));
      reserved.delete(key);
    }
  }

  return {
    store: {
      async reserve(holder, amount, wallets, first) {
        if (first) chargeReserved(holder.run, (earlier) => earlier);
        const states = wallets.map(({ name }) => readWallet(name));
        const shortage = findShortage(wallets, states, amount);
        if (shortage === null) addReservation(formatReservationKey(holder), amount, wallets);
        return { shortage };
      },
      async reserveRun(run, amount, wallets) {
        const [earlier] = reserved.get(run)?.values() ?? [];
        if (earlier) return { shortage: null, reserved: earlier };
        const states = wallets.map(({ name }) => readWallet(name));
        const fitted = fitIntoLimits(wallets, states, amount);
        if (fitted.shortage === null) addReservation(run, fitted.reserved, wallets);
        return fitted;
      },
      async settle(holder, wallets, amount, used) {
        const reservations = reserved.get(formatReservationKey(holder));
        for (const wallet of wallets) {
          const before = reservations?.get(wallet);
          if (amount !== null && before === undefined) continue;
          pay(wallet, used);
          if (amount !== null && before) reservations?.set(wallet, spendBeyond(before, amount));
        }
      },
      async release(holder) {
        reserved.delete(formatReservationKey(holder));
      },
      async payAndRelease(run, used) {
        chargeReserved(run, (earlier) => chargedSpend(earlier, used));
      },
      reservedRuns: async (prefix) => [...reserved.keys()].filter((run) => run.startsWith(prefix)),
      walletStates: async (names) => names.map(readWallet),
    },
    forgetUser(user, name) {
      // Wallets of a day or a month have it in front of the owner's name.
      const isOwn = (wallet: string): boolean =>
        wallet.replace(/^(?:day:.{10}:|month:.{7}:)/, "") === `user:${user}`;
      for (const [wallet, paid] of [...spent].filter(([walletName]) => isOwn(walletName))) {
        spent.set(wallet.slice(0, -user.length) + name, paid);
        spent.delete(wallet);
      }
      for (const reservations of reserved.values()) {
        for (const wallet of [...reservations.keys()].filter(isOwn)) reservations.delete(wallet);
      }
    },
  };
}
