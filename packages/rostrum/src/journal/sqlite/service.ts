import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type {
  Amount,
  Delivery,
  RunOwner,
  ServiceStore,
  StoredPanel,
  WalletState,
} from "../../protocol/service-store.ts";
import { chargedSpend, NO_SPEND } from "../../protocol/spend.ts";
import {
  formatForgottenName,
  readPanel,
  checkActQuery,
  type PanelRow,
  REMEMBERED_MS,
} from "../service/acts.ts";
import { eachColumn, findShortage } from "../service/wallets.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { LongJobs } from "./long-jobs.ts";
import type { RemoveOld } from "./remove-old.ts";

const COLUMNS = eachColumn((name) => name);
const VALUES = eachColumn((name) => `:${name}`);
const SUMS = eachColumn((name) => `${name} = ${name} + excluded.${name}`);

const SQL = {
  person: "SELECT n FROM people WHERE name = ?",
  addPerson: "INSERT INTO people (name) VALUES (?) RETURNING n",
  forgetPerson: "UPDATE people SET name = NULL WHERE n = ?",
  addAct: `INSERT INTO acts (at, person, act, debate, outcome, status, code, address, request)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  keepActsSince: "UPDATE acts_kept SET since = max(since, ?)",
  pruneActs: "DELETE FROM acts WHERE at < ?",

  spent: `SELECT ${COLUMNS} FROM wallets WHERE name = ?`,
  reserved: `SELECT ${eachColumn((name) => `coalesce(sum(${name}), 0) AS ${name}`)}
    FROM reserved WHERE wallet = ?`,
  pay: `INSERT INTO wallets (name, ${COLUMNS}) VALUES (:name, ${VALUES})
    ON CONFLICT (name) DO UPDATE SET ${SUMS}`,
  left: `SELECT wallet AS name, ${COLUMNS} FROM reserved WHERE run = ?`,
  reserve: `INSERT INTO reserved (run, wallet, ${COLUMNS}) VALUES (:run, :name, ${VALUES})
    ON CONFLICT (run, wallet) DO UPDATE SET ${SUMS}`,
  free: `UPDATE reserved SET ${eachColumn((name) => `${name} = max(0, ${name} - :${name})`)}
    WHERE run = :run AND wallet = :name`,
  release: "DELETE FROM reserved WHERE run = ?",
  reservedRuns: `SELECT DISTINCT run FROM reserved WHERE substr(run, 1, length(:prefix)) = :prefix`,
  renameWallet: "UPDATE wallets SET name = ? WHERE name = ?",
  dropReserved: "DELETE FROM reserved WHERE wallet = ?",

  addDelivery: `INSERT INTO deliveries (id, hook, debate, seq, body, created_at, due_at)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  takeDeliveries: `UPDATE deliveries SET due_at = :until WHERE id IN (
    SELECT id FROM deliveries WHERE given_up = 0 AND due_at <= :now
      AND hook NOT IN (SELECT value FROM json_each(:except)) ORDER BY due_at LIMIT :most)
    RETURNING id, hook, debate, seq, body, created_at AS createdAt, attempts`,
  markDelivered: "UPDATE deliveries SET given_up = 1, delivered_at = ?, error = NULL WHERE id = ?",
  dropDelivered: `DELETE FROM deliveries WHERE delivered_at < ?
    AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = debate AND r.status = 'running')`,
  retryDelivery: `UPDATE deliveries SET attempts = attempts + 1, due_at = ?, given_up = ?, error = ?
    WHERE id = ?`,
  countDeliveries: `SELECT count(*) FILTER (WHERE given_up = 0) AS waiting,
    count(*) FILTER (WHERE given_up = 1 AND delivered_at IS NULL) AS givenUp FROM deliveries`,
  dropLostDeliveries: "DELETE FROM deliveries WHERE debate NOT IN (SELECT id FROM runs)",

  savePanel: `INSERT INTO panels (name, version, body, person, at) VALUES (:name, 1, :body, :person, :at)
    ON CONFLICT (name) DO UPDATE SET
      version = version + 1, body = excluded.body, person = excluded.person, at = excluded.at`,
  otherPanels: "SELECT count(*) AS count FROM panels WHERE name <> ?",
  panels: `SELECT s.*, p.name AS "by" FROM panels s LEFT JOIN people p ON p.n = s.person
    WHERE :name IS NULL OR s.name = :name ORDER BY s.name`,
  removePanel: "DELETE FROM panels WHERE name = ?",

  owner: `SELECT user_id AS "user", team_id AS team FROM runs WHERE id = ?`,
} as const;

type Row = Record<string, SQLInputValue>;

export interface ServiceOptions {
  db: DatabaseSync;
  commits: GroupCommit;
  jobs: LongJobs;
  removeOld: RemoveOld;
  now(): number;
  look<T>(read: () => T): Promise<T>;
}

/** The tables in which servers store what is not a run. */
export function sqliteService(options: ServiceOptions): ServiceStore {
  const { db, commits, jobs, removeOld, now, look } = options;
  const made: Partial<Record<keyof typeof SQL, StatementSync>> = {};
  /** Prepared on first use, because most journals have no server. */
  const sql = (name: keyof typeof SQL): StatementSync => (made[name] ??= db.prepare(SQL[name]));
  const one = (name: keyof typeof SQL, ...values: SQLInputValue[]): unknown =>
    sql(name).get(...values);

  function findOrAddPerson(name: string): number {
    const { n } = (one("person", name) ?? one("addPerson", name)) as { n: number };
    return n;
  }

  /** `null`: all panels. */
  function listPanelsNamed(name: string | null): StoredPanel[] {
    return (sql("panels").all({ name }) as unknown as PanelRow[]).map(readPanel);
  }

  function readWallet(name: string): WalletState {
    return {
      spent: { ...NO_SPEND, ...(one("spent", name) as Amount | undefined) },
      reserved: { ...NO_SPEND, ...(one("reserved", name) as Amount) },
    };
  }

  return {
    addActs: (acts) =>
      commits.write(() => {
        for (const { at, user, act, debate, outcome, status, code, address, requestId } of acts) {
          const person = user === null ? null : findOrAddPerson(user);
          sql("addAct").run(at, person, act, debate, outcome, status, code, address, requestId);
        }
      }),
    listActs: (query = {}) => jobs.perform<"acts">({ is: "acts", wanted: checkActQuery(query) }),
    pruneActs: (olderThan) =>
      commits.write(() => {
        sql("keepActsSince").run(olderThan);
        return Number(sql("pruneActs").run(olderThan).changes);
      }),

    reserve: (run, amount, wallets, first) =>
      commits.write(() => {
        if (first) {
          for (const row of sql("left").all(run) as unknown as (Amount & { name: string })[]) {
            sql("pay").run({ ...row });
          }
          sql("release").run(run);
        }
        const states = wallets.map(({ name }) => readWallet(name));
        const shortage = findShortage(wallets, states, amount);
        if (shortage === null) {
          for (const { name } of wallets) sql("reserve").run({ run, name, ...amount });
        }
        return { shortage };
      }),
    settle: (run, wallets, held, used) =>
      commits.write(() => {
        for (const name of wallets) {
          sql("pay").run({ name, ...used });
          sql("free").run({ run, name, ...held });
        }
      }),
    release: (run) =>
      commits.write(() => {
        sql("release").run(run);
      }),
    payAndRelease: (run, used) =>
      commits.write(() => {
        for (const row of sql("left").all(run) as unknown as (Amount & { name: string })[]) {
          sql("pay").run({ name: row.name, ...chargedSpend(row, used) });
        }
        sql("release").run(run);
      }),
    reservedRuns: (prefix) =>
      look(() => {
        const rows = sql("reservedRuns").all({ prefix }) as { run: string }[];
        return rows.map(({ run }) => run);
      }),
    walletStates: (names) => look(() => names.map(readWallet)),

    addDeliveries: (deliveries) =>
      commits.write(() => {
        for (const { id, hook, debate, seq, body } of deliveries) {
          sql("addDelivery").run(id, hook, debate, seq, body, now(), now());
        }
      }),
    takeDeliveries: async (most, leaseMs, except = []) => {
      const barred = JSON.stringify(except);
      const given: Row = { now: now(), until: now() + leaseMs, most, except: barred };
      const taken = await commits.write(() => sql("takeDeliveries").all(given));
      return taken.map((row) => ({ ...row }) as unknown as Delivery);
    },
    endDelivery: (id, outcome) =>
      commits.write(() => {
        if (outcome.is === "delivered") {
          sql("markDelivered").run(now(), id);
          sql("dropDelivered").run(now() - REMEMBERED_MS);
        } else {
          const givenUp = outcome.is === "given_up";
          const due = now() + (givenUp ? 0 : outcome.afterMs);
          sql("retryDelivery").run(due, givenUp ? 1 : 0, outcome.error, id);
        }
      }),
    countDeliveries: () =>
      look(() => ({
        ...(one("countDeliveries") as { waiting: number; givenUp: number }),
      })),

    savePanel: ({ name, body, by }, most) =>
      commits.write(() => {
        const { count } = one("otherPanels", name) as { count: number };
        if (count >= most) return null;
        const person = by === null ? null : findOrAddPerson(by);
        sql("savePanel").run({ name, body, person, at: now() });
        return listPanelsNamed(name)[0] ?? null;
      }),
    findPanel: (name) => look(() => listPanelsNamed(name)[0]),
    listPanels: () => look(() => listPanelsNamed(null)),
    removePanel: (name) => commits.write(() => Number(sql("removePanel").run(name).changes) > 0),

    ownerOf: (id) =>
      look(() => {
        const found = one("owner", id) as RunOwner | undefined;
        return found && { ...found };
      }),
    async expire(olderThan) {
      const removed = await removeOld("finishedBefore", olderThan, (id) => sql("release").run(id));
      if (removed > 0) await jobs.perform<"shrink">({ is: "shrink" });
      return removed;
    },
    forgetUser: (user) =>
      commits.write(() => {
        const person = findOrAddPerson(user);
        const name = formatForgottenName(person);
        sql("forgetPerson").run(person);
        sql("renameWallet").run(`user:${name}`, `user:${user}`);
        sql("dropReserved").run(`user:${user}`);
        sql("dropLostDeliveries").run();
        return name;
      }),
  };
}
