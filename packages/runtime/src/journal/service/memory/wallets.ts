import { addSpend, type Amount, chargedSpend, NO_SPEND, spendBeyond } from "@rostrum/core/protocol";
import { findShortage } from "../find-shortage.ts";
import { fitIntoLimits } from "../fit-into-limits.ts";
import type { Wallet, WalletState, WalletStore } from "../wallet-store.ts";
import type { ForgetfulStore } from "./forgetful-store.ts";

export function createMemoryWallets(): ForgetfulStore<WalletStore> {
  const spent = new Map<string, Amount>();
  /** By run, then by wallet. */
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

  function addReservation(run: string, amount: Amount, wallets: readonly Wallet[]): void {
    const reservations = reserved.get(run) ?? new Map<string, Amount>();
    for (const { name } of wallets)
      reservations.set(name, addSpend(reservations.get(name) ?? NO_SPEND, amount));
    reserved.set(run, reservations);
  }

  return {
    store: {
      async reserve(run, amount, wallets, first) {
        if (first) {
          for (const [wallet, reservedAmount] of reserved.get(run) ?? [])
            pay(wallet, reservedAmount);
          reserved.delete(run);
        }
        const states = wallets.map(({ name }) => readWallet(name));
        const shortage = findShortage(wallets, states, amount);
        if (shortage === null) addReservation(run, amount, wallets);
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
      async settle(run, wallets, reservedAmount, used) {
        for (const wallet of wallets) {
          pay(wallet, used);
          const reservation = reserved.get(run)?.get(wallet);
          if (reservation) reserved.get(run)?.set(wallet, spendBeyond(reservation, reservedAmount));
        }
      },
      async release(run) {
        reserved.delete(run);
      },
      async payAndRelease(run, used) {
        for (const [wallet, reservedAmount] of reserved.get(run) ?? [])
          pay(wallet, chargedSpend(reservedAmount, used));
        reserved.delete(run);
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
