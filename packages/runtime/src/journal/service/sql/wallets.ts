import { type Amount, chargedSpend, COUNTED, NO_SPEND } from "@rostrum/core/protocol";
import { askSql, type SqlScript } from "../../sql/script.ts";
import { findShortage } from "../find-shortage.ts";
import { fitIntoLimits } from "../fit-into-limits.ts";
import { formatReservationKey } from "../reservation-key.ts";
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
    key: string,
    amount: Amount,
    wallets: readonly Wallet[],
  ): SqlScript<void> {
    for (const { name } of wallets) yield [sql.reserve, [key, name, ...listAmounts(amount)]];
  }

  /** Removes a run's reservations, whoever holds them, and charges what `toCharge` makes of each. */
  function* chargeReserved(run: string, toCharge: (reserved: Amount) => Amount): SqlScript<void> {
    const rows = yield* askSql<Amount & { wallet: string }>(sql.takeReserved, [run]);
    for (const row of rows.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1))) {
      yield [sql.pay, [row.wallet, ...listAmounts(toCharge(row))]];
    }
  }

  return {
    reserve: (holder, amount, wallets, first) =>
      write(function* () {
        const names = wallets.map(({ name }) => name);
        yield* lockWallets(names);
        if (first) yield* chargeReserved(holder.run, (reserved) => reserved);
        const shortage = findShortage(wallets, yield* readWallets(names), amount);
        if (shortage === null) yield* addReservation(formatReservationKey(holder), amount, wallets);
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
    settle: (holder, wallets, reserved, used) =>
      write(function* () {
        const key = formatReservationKey(holder);
        // Before the reservation is read: who takes the run over now has charged it already, or waits until it is settled.
        yield* lockWallets(wallets);
        for (const name of wallets) {
          const isCharged =
            reserved !== null &&
            (yield* askSql(sql.free, [key, name, ...listAmounts(reserved)])).length === 0;
          if (!isCharged) yield [sql.pay, [name, ...listAmounts(used)]];
        }
      }),
    release: (holder) =>
      write(function* () {
        yield [sql.release, [formatReservationKey(holder)]];
      }),
    payAndRelease: (run, used) =>
      write(() => chargeReserved(run, (reserved) => chargedSpend(reserved, used))),
    reservedRuns: (prefix) =>
      read(function* () {
        return (yield* askSql<{ run: string }>(sql.reservedRuns, [prefix])).map(({ run }) => run);
      }),
    walletStates: (names) => read(() => readWallets(names)),
  };
}
