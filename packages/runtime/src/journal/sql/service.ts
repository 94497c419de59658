import {
  type ActPage,
  type Amount,
  chargedSpend,
  COUNTED,
  type Delivery,
  NO_SPEND,
  type RunOwner,
  type ServiceStore,
  type StoredCalibration,
  type StoredPanel,
  type StoredShare,
  type WalletState,
} from "@rostrum/core/protocol";
import { cutPage } from "../query.ts";
import {
  checkActQuery,
  formatForgottenName,
  readAct,
  readAssignment,
  readCalibration,
  readPanel,
  readShare,
  REMEMBERED_MS,
  type ActRow,
  type CheckedActQuery,
  type AssignmentRow,
  type CalibrationRow,
  type PanelRow,
  type ShareRow,
} from "../service/acts.ts";
import { findShortage } from "../service/wallets.ts";
import { askSql, type SqlScript } from "./script.ts";
import type { ServiceStatements } from "./statements.ts";

export interface ServiceDatabase {
  statements: ServiceStatements;
  read<T>(script: () => SqlScript<T>): Promise<T>;
  /**
   * In one transaction. It may be repeated if the connection broke before the commit was confirmed. `soon`: while the
   * database is away, it is not tried for longer than a read.
   */
  write<T>(script: () => SqlScript<T>, soon?: boolean): Promise<T>;
  /** Locks these wallets, or the panels, until the transaction ends. */
  lockWallets(names: readonly string[]): SqlScript<void>;
  lockPanels(): SqlScript<void>;
  listActs(wanted: CheckedActQuery): Promise<ActPage>;
  expire(olderThan: number): Promise<number>;
}

type StateRow = Amount & Record<`held_${keyof Amount}`, number>;

const listAmounts = (amount: Amount): number[] => COUNTED.map((part) => amount[part]);

/** One page of the audit log. */
export function* listActs(
  sql: Pick<ServiceStatements, "acts">,
  { before, from, to, user, act, debate, outcome, limit }: CheckedActQuery,
): SqlScript<ActPage> {
  const values = [before, from, to, user, act, debate, outcome, limit + 1];
  const { rows, next } = cutPage(yield* askSql<ActRow>(sql.acts, values), limit);
  return { acts: rows.map(readAct), next };
}

/** The tables in which servers store what is not a run. */
export function createSqlService(database: ServiceDatabase): ServiceStore {
  const { statements: sql, read, write, lockWallets, lockPanels, expire } = database;

  /** `null`: all panels. */
  function* listPanelsNamed(name: string | null): SqlScript<StoredPanel[]> {
    return (yield* askSql<PanelRow>(sql.panels, [name])).map(readPanel);
  }

  function* findCalibration(
    panel: string,
    version: number | null,
  ): SqlScript<StoredCalibration | undefined> {
    const [row] = yield* askSql<CalibrationRow>(sql.calibration, [panel, version]);
    return row && { ...readCalibration(row), body: row.body };
  }

  function* listSharesOf(hash: string | null, debate: string | null): SqlScript<StoredShare[]> {
    return (yield* askSql<ShareRow>(sql.shares, [hash, debate])).map(readShare);
  }

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

  return {
    addActs: (acts) =>
      write(function* () {
        // In one order, so that two transactions never wait for each other.
        const names = new Set(acts.flatMap(({ user }) => user ?? []));
        for (const name of [...names].sort()) yield [sql.addPerson, [name]];
        for (const { at, user, act, debate, outcome, status, code, address, requestId } of acts) {
          const values = [at, user, act, debate, outcome, status, code, address, requestId];
          yield [sql.addAct, values];
        }
      }),
    listActs: async (query = {}) => database.listActs(checkActQuery(query)),
    pruneActs: (olderThan) =>
      write(function* () {
        yield [sql.keepActsSince, [olderThan]];
        return (yield [sql.pruneActs, [olderThan]]).length;
      }),

    reserve: (run, amount, wallets, first) =>
      write(function* () {
        const names = wallets.map(({ name }) => name);
        yield* lockWallets(names);
        if (first) {
          yield [sql.payReserved, [run]];
          yield [sql.release, [run]];
        }
        const shortage = findShortage(wallets, yield* readWallets(names), amount);
        if (shortage === null) {
          for (const name of names) yield [sql.reserve, [run, name, ...listAmounts(amount)]];
        }
        return { shortage };
      }),
    settle: (run, wallets, held, used) =>
      write(function* () {
        for (const name of [...wallets].sort()) {
          yield [sql.pay, [name, ...listAmounts(used)]];
          yield [sql.free, [run, name, ...listAmounts(held)]];
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

    addDeliveries: (deliveries) =>
      write(function* () {
        for (const { id, hook, debate, seq, body } of deliveries) {
          yield [sql.addDelivery, [id, hook, debate, seq, body]];
        }
      }),
    takeDeliveries: (most, leaseMs, except = []) =>
      write(function* () {
        const values = [most, Math.ceil(leaseMs), JSON.stringify(except)];
        return (yield* askSql<Delivery>(sql.takeDeliveries, values)).map((row) => ({ ...row }));
      }, true),
    endDelivery: (id, outcome) =>
      write(function* () {
        if (outcome.is === "delivered") {
          yield [sql.markDelivered, [id]];
          yield [sql.dropDelivered, [REMEMBERED_MS]];
        } else {
          const givenUp = outcome.is === "given_up";
          const wait = givenUp ? 0 : Math.ceil(outcome.afterMs);
          yield [sql.retryDelivery, [id, wait, givenUp, outcome.error]];
        }
      }),
    countDeliveries: () =>
      read(function* () {
        const [row] = yield* askSql<{ waiting: number; givenUp: number }>(sql.countDeliveries);
        return { waiting: row?.waiting ?? 0, givenUp: row?.givenUp ?? 0 };
      }),

    savePanel: ({ name, body, by }, most) =>
      write(function* () {
        if (by !== null) yield [sql.addPerson, [by]];
        yield* lockPanels();
        const [others] = yield* askSql<{ count: number }>(sql.otherPanels, [name]);
        if ((others?.count ?? 0) >= most) return null;
        yield [sql.savePanel, [name, body, by]];
        return (yield* listPanelsNamed(name))[0] ?? null;
      }),
    findPanel: async (name) => (await read(() => listPanelsNamed(name)))[0],
    listPanels: () => read(() => listPanelsNamed(null)),
    removePanel: (name) =>
      write(function* () {
        return (yield [sql.removePanel, [name]]).length > 0;
      }),

    addCalibration: ({ panel, about, body, by }) =>
      write(function* () {
        if (by !== null) yield [sql.addPerson, [by]];
        // Two servers that learn at once get two versions.
        yield* lockPanels();
        yield [sql.addCalibration, [panel, about, body, by]];
        return (yield* findCalibration(panel, null)) as StoredCalibration;
      }),
    findCalibration: (panel, version) => read(() => findCalibration(panel, version ?? null)),
    listCalibrations: (panel) =>
      read(function* () {
        return (yield* askSql<CalibrationRow>(sql.calibrations, [panel])).map(readCalibration);
      }),

    claimRepeat: ({ key, debate, keepMs, declared }) =>
      write(function* () {
        const takenRows = yield* askSql<{ debate: string }>(sql.takeRepeat, [
          key,
          Number(declared),
        ]);
        if (takenRows[0]) return takenRows[0].debate;
        yield [sql.addRepeat, [debate, key, keepMs]];
        return debate;
      }),
    freeRepeat: (debate) =>
      write(function* () {
        yield [sql.freeRepeat, [debate]];
      }),
    isRepeatFree: (debate) =>
      read(function* () {
        return (yield* askSql(sql.isRepeatFree, [debate])).length > 0;
      }),
    forgetRepeat: (debate) =>
      write(function* () {
        yield [sql.forgetRepeat, [debate]];
      }),

    addShare: ({ hash, debate, by, until }) =>
      write(function* () {
        if (by !== null) yield [sql.addPerson, [by]];
        return (yield [sql.addShare, [hash, debate, by, until]]).length > 0;
      }),
    findShare: async (hash) => (await read(() => listSharesOf(hash, null)))[0],
    listShares: (debate) => read(() => listSharesOf(null, debate)),
    revokeShare: (debate, id) =>
      write(function* () {
        const rows = yield* askSql<ShareRow>(sql.shares, [null, debate]);
        const share = rows.find(({ hash }) => hash.startsWith(id));
        return share ? (yield [sql.revokeShare, [share.hash]]).length > 0 : false;
      }),

    assign: (debate, given) =>
      write(function* () {
        if (given === null) return (yield [sql.unassign, [debate]]).length > 0;
        const { assignee, due, comment, by } = given;
        for (const name of [assignee, ...(by === null ? [] : [by])].sort()) {
          yield [sql.addPerson, [name]];
        }
        return (yield [sql.assign, [debate, assignee, due, comment, by]]).length > 0;
      }),
    assignmentOf: (debate) =>
      read(function* () {
        const [row] = yield* askSql<AssignmentRow>(sql.assignment, [debate]);
        return row ? readAssignment(row) : null;
      }),

    ownerOf: (id) =>
      read(function* () {
        const [found] = yield* askSql<RunOwner>(sql.owner, [id]);
        return found && { user: found.user, team: found.team };
      }),
    expire,
    forgetUser: (user) =>
      write(function* () {
        yield [sql.addPerson, [user]];
        const [{ n } = { n: 0 }] = yield* askSql<{ n: number }>(sql.person, [user]);
        const name = formatForgottenName(n);
        yield [sql.forgetPerson, [n]];
        yield [sql.forgetInRemoved, [user, name]];
        yield [sql.renameWallet, [`user:${user}`, `user:${name}`]];
        yield [sql.dropReserved, [`user:${user}`]];
        yield [sql.dropLostDeliveries];
        return name;
      }),
  };
}
