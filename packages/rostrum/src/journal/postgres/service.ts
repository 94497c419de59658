import type {
  Amount,
  Delivery,
  ServiceStore,
  StoredPanel,
  WalletState,
} from "../../protocol/service-store.ts";
import { chargedSpend, COUNTED, NO_SPEND } from "../../protocol/spend.ts";
import {
  readAct,
  formatForgottenName,
  readPanel,
  checkActQuery,
  type ActRow,
  type PanelRow,
  REMEMBERED_MS,
} from "../service/acts.ts";
import { findShortage } from "../service/wallets.ts";
import { send, type Sender, type Value } from "./driver.ts";
import { toStorable, cutPage } from "../query.ts";
import type { Session } from "./session.ts";
import type { Statements } from "./statements.ts";

export interface ServiceOptions {
  /** How long writes and reads are retried while the database can't be reached. */
  retryMs: number;
  readMs: number;
  patiently<T>(ms: number, work: (opened: Session) => Promise<T>): Promise<T>;
}

type StateRow = Amount & Record<`held_${keyof Amount}`, number>;

const toStorableOrNull = (text: string | null): string | null =>
  text === null ? null : toStorable(text);
const listAmounts = (amount: Amount): Value[] => COUNTED.map((part) => amount[part]);

/** The tables in which servers store what is not a run. */
export function postgresService({ retryMs, readMs, patiently }: ServiceOptions): ServiceStore {
  const reading = <T>(work: (on: Sender, sql: Statements) => Promise<T>): Promise<T> =>
    patiently(readMs, ({ readers, statements }) => work(readers, statements));
  /**
   * In one transaction. It may be repeated if the connection broke before the commit was confirmed.
   */
  const writing = <T>(work: (tx: Sender, sql: Statements) => Promise<T>): Promise<T> =>
    patiently(retryMs, ({ readers, statements }) => readers.begin((tx) => work(tx, statements)));

  /** `null`: all panels. */
  async function listPanelsNamed(
    on: Sender,
    sql: Statements,
    name: string | null,
  ): Promise<StoredPanel[]> {
    return (await send<PanelRow>(on, sql.panels, [toStorableOrNull(name)])).map(readPanel);
  }

  async function readWallet(on: Sender, sql: Statements, name: string): Promise<WalletState> {
    const [row] = await send<StateRow>(on, sql.walletState, [name]);
    const [spent, reserved] = [{ ...NO_SPEND }, { ...NO_SPEND }];
    for (const part of COUNTED) {
      spent[part] = row?.[part] ?? 0;
      reserved[part] = row?.[`held_${part}`] ?? 0;
    }
    return { spent, reserved };
  }

  return {
    addActs: (acts) =>
      writing(async (tx, sql) => {
        const names = new Set(
          acts.flatMap(({ user }) => (user === null ? [] : [toStorable(user)])),
        );
        for (const name of [...names].sort()) await send(tx, sql.addPerson, [name]);
        for (const each of acts) {
          await send(tx, sql.addAct, [
            each.at,
            toStorableOrNull(each.user),
            each.act,
            toStorableOrNull(each.debate),
            each.outcome,
            each.status,
            each.code,
            each.address,
            each.requestId,
          ]);
        }
      }),
    listActs: (query = {}) => {
      const { before, from, to, user, act, debate, outcome, limit } = checkActQuery(query);
      const texts = [user, act, debate, outcome].map(toStorableOrNull);
      return reading(async (on, sql) => {
        const found = await send<ActRow>(on, sql.acts, [before, from, to, ...texts, limit + 1]);
        const { rows, next } = cutPage(found, limit);
        return { acts: rows.map(readAct), next };
      });
    },
    pruneActs: (olderThan) =>
      writing(async (tx, sql) => {
        await send(tx, sql.keepActsSince, [olderThan]);
        return (await send(tx, sql.pruneActs, [olderThan])).length;
      }),

    reserve: (run, amount, wallets, first) =>
      writing(async (tx, sql) => {
        const names = JSON.stringify(wallets.map(({ name }) => name));
        await send(tx, sql.addWallets, [names]);
        await send(tx, sql.lockWallets, [names]);
        if (first) {
          await send(tx, sql.payReserved, [run]);
          await send(tx, sql.release, [run]);
        }
        const states: WalletState[] = [];
        for (const { name } of wallets) states.push(await readWallet(tx, sql, name));
        const shortage = findShortage(wallets, states, amount);
        if (shortage === null) {
          for (const { name } of wallets) {
            await send(tx, sql.reserve, [run, name, ...listAmounts(amount)]);
          }
        }
        return { shortage };
      }),
    settle: (run, wallets, held, used) =>
      writing(async (tx, sql) => {
        for (const name of [...wallets].sort()) {
          await send(tx, sql.pay, [name, ...listAmounts(used)]);
          await send(tx, sql.free, [run, name, ...listAmounts(held)]);
        }
      }),
    release: (run) =>
      writing(async (tx, sql) => {
        await send(tx, sql.release, [run]);
      }),
    payAndRelease: (run, used) =>
      writing(async (tx, sql) => {
        const rows = await send<Amount & { wallet: string }>(tx, sql.takeReserved, [run]);
        for (const row of rows.toSorted((a, b) => (a.wallet < b.wallet ? -1 : 1))) {
          await send(tx, sql.pay, [row.wallet, ...listAmounts(chargedSpend(row, used))]);
        }
      }),
    reservedRuns: (prefix) =>
      reading(async (on, sql) => {
        const rows = await send<{ run: string }>(on, sql.reservedRuns, [prefix]);
        return rows.map(({ run }) => run);
      }),
    walletStates: (names) =>
      reading(async (on, sql) => {
        const states: WalletState[] = [];
        for (const name of names) states.push(await readWallet(on, sql, name));
        return states;
      }),

    addDeliveries: (deliveries) =>
      writing(async (tx, sql) => {
        for (const { id, hook, debate, seq, body } of deliveries) {
          await send(tx, sql.addDelivery, [
            toStorable(id),
            hook,
            toStorable(debate),
            seq,
            toStorable(body),
          ]);
        }
      }),
    takeDeliveries: (most, leaseMs, except = []) =>
      reading((on, sql) => {
        const values = [most, Math.ceil(leaseMs), JSON.stringify(except)];
        return send<Delivery>(on, sql.takeDeliveries, values);
      }),
    endDelivery: (id, outcome) =>
      writing(async (tx, sql) => {
        if (outcome.is === "delivered") {
          await send(tx, sql.markDelivered, [id]);
          await send(tx, sql.dropDelivered, [REMEMBERED_MS]);
        } else {
          const givenUp = outcome.is === "given_up";
          const wait = givenUp ? 0 : Math.ceil(outcome.afterMs);
          await send(tx, sql.retryDelivery, [id, wait, givenUp, toStorable(outcome.error)]);
        }
      }),
    countDeliveries: () =>
      reading(async (on, sql) => {
        const [row] = await send<{ waiting: number; givenUp: number }>(on, sql.countDeliveries);
        return { waiting: row?.waiting ?? 0, givenUp: row?.givenUp ?? 0 };
      }),

    savePanel: ({ name, body, by }, most) =>
      writing(async (tx, sql) => {
        if (by !== null) await send(tx, sql.addPerson, [toStorable(by)]);
        await tx.unsafe(sql.lockPanels);
        const [others] = await send<{ count: number }>(tx, sql.otherPanels, [toStorable(name)]);
        if ((others?.count ?? 0) >= most) return null;
        await send(tx, sql.savePanel, [toStorable(name), toStorable(body), toStorableOrNull(by)]);
        return (await listPanelsNamed(tx, sql, name))[0] ?? null;
      }),
    findPanel: (name) => reading(async (on, sql) => (await listPanelsNamed(on, sql, name))[0]),
    listPanels: () => reading((on, sql) => listPanelsNamed(on, sql, null)),
    removePanel: (name) =>
      writing(async (tx, sql) => (await send(tx, sql.removePanel, [toStorable(name)])).length > 0),

    ownerOf: (id) =>
      reading(async (on, sql) => {
        const rows = await send<{ user: string | null; team: string | null }>(on, sql.owner, [
          toStorable(id),
        ]);
        return rows[0] && { user: rows[0].user, team: rows[0].team };
      }),
    expire: async (olderThan) => {
      const removed = await writing(async (tx, sql) => {
        const rows = await send<{ id: string }>(tx, sql.expire, [olderThan]);
        for (const { id } of rows) await send(tx, sql.release, [id]);
        return rows.length;
      });
      // Postgres also does this by itself later.
      if (removed > 0) {
        await reading(async (on, sql) => {
          await on.unsafe(sql.vacuum);
        }).catch(() => undefined);
      }
      return removed;
    },
    forgetUser: (user) =>
      writing(async (tx, sql) => {
        await send(tx, sql.addPerson, [toStorable(user)]);
        const [row] = await send<{ n: number }>(tx, sql.person, [toStorable(user)]);
        const name = formatForgottenName(row?.n ?? 0);
        await send(tx, sql.forgetPerson, [row?.n ?? 0]);
        await send(tx, sql.renameWallet, [toStorable(`user:${user}`), `user:${name}`]);
        await send(tx, sql.dropReserved, [toStorable(`user:${user}`)]);
        await send(tx, sql.dropLostDeliveries);
        return name;
      }),
  };
}
