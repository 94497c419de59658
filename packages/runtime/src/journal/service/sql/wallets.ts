import { type Amount, chargedSpend, COUNTED, NO_SPEND } from "@rostrum/core/protocol";
import { askSql, type SqlScript } from "../../sql/script.ts";
import { findShortage } from "../find-shortage.ts";
import { fitIntoLimits } from "../fit-into-limits.ts";
import type { Wallet, WalletState, WalletStore } from "../wallet-store.ts";
import type { ServiceDatabase } from "./service-database.ts";

type StateRow = Amount & Record<`held_${keyof Amount}`, number>;

const listAmounts = (amount: Amount): number[] => COUNTED.map((part) => amount[part]);

export function createSqlWallets(database: ServiceDatabase): WalletStore {
  const { statements: sql, read, write, lockWallets } = database;

  function* readWallets(names: readonly string[]): SqlScript<WalletState[]> {
    const states: WalletState[] = [];
    for (const name of names) {
      const [row] = yield* askSql<StateRow>(sql.walletState, [name]);
      const [spent, reserved] = [{ ...NO_SPEND }, { ...NO_SPEND }];
      for (const part of COUNTED) {
        spent[part] = row?.[part] ?? 0;
        reserved[part] = row?.[`held_${part}`] ?? 0;
      }
      states.push({ spent, reserved });
    }
    return states;
  }

  function* addReservation(
    run: string,
    amount: Amount,
    wallets: readonly Wallet[],
  ): SqlScript<void> {
    for (const { name } of wallets) yield [sql.reserve, [run, name, ...listAmounts(amount)]];
  }

  return {
    reserve: (run, amount, wallets, first) =>
      write(function* () {
        const names = wallets.map(({ name }) => name);
        yield* lockWallets(names);
        if (first) {
          yield [sql.payReserved, [run]];
          yield [sql.release, [run]];
        }
        const shortage = findShortage(wallets, yield* readWallets(names), amount);
        if (shortage === null) yield* addReservation(run, amount, wallets);
        return { shortage };
      }),
    reserveRun: (run, amount, wallets) =>
      write(function* () {
        const names = wallets.map(({ name }) => name);
        yield* lockWallets(names);
        const [earlier] = yield* askSql<Amount>(sql.reservationOf, [run]);
        if (earlier) return { shortage: null, reserved: earlier };
        const fitted = fitIntoLimits(wallets, yield* readWallets(names), amount);
        if (fitted.shortage === null) yield* addReservation(run, fitted.reserved, wallets);
        return fitted;
      }),
    settle: (run, wallets, reservedAmount, used) =>
      write(function* () {
        for (const name of [...wallets].sort()) {
          yield [sql.pay, [name, ...listAmounts(used)]];
          yield [sql.free, [run, name, ...listAmounts(reservedAmount)]];
        }
      }),
    release: (run) =>
      write(function* () {
        yield [sql.release, [run]];
      }),
    payAndRelease: (run, used) =>
      write(function* () {
        const rows = yield* askSql<Amount & { wallet: string }>(sql.takeReserved, [run]);
        for (const row of rows.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1))) {
          yield [sql.pay, [row.wallet, ...listAmounts(chargedSpend(row, used))]];
        }
      }),
    reservedRuns: (prefix) =>
      read(function* () {
        return (yield* askSql<{ run: string }>(sql.reservedRuns, [prefix])).map(({ run }) => run);
      }),
    walletStates: (names) => read(() => readWallets(names)),
  };
}
