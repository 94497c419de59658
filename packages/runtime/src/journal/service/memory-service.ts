import {
  addSpend,
  type Amount,
  type Assignment,
  type AuditedAct,
  chargedSpend,
  type Delivery,
  NO_SPEND,
  type RunOwner,
  type ServiceStore,
  spendBeyond,
  type StoredCalibration,
  type StoredPanel,
  type StoredShare,
  type WalletState,
} from "@rostrum/core/protocol";
import { cutPage } from "../query.ts";
import { formatForgottenName, checkActQuery } from "./acts.ts";
import { findShortage } from "./wallets.ts";

/** Access to the runs in the same journal. */
export interface RunsBeside {
  ownerOf(run: string): Promise<RunOwner | undefined>;
  expire(olderThan: number): Promise<number>;
  now(): number;
  /** Reviewers by run. Lists of runs read it, too. */
  assignments?: Map<string, Assignment>;
  /** Replaces the name of a user in what is left of removed runs. */
  forgetIn?(user: string, name: string): void;
}

interface Waiting extends Delivery {
  dueAt: number;
  givenUp: boolean;
  delivered: boolean;
}

interface Repeat {
  debate: string;
  key: string;
  free: boolean;
  until: number;
}

/** A service store that lives as long as its process. */
export function memoryService({
  ownerOf,
  expire,
  now,
  assignments = new Map(),
  forgetIn = () => undefined,
}: RunsBeside): ServiceStore {
  let acts: { n: number; act: AuditedAct }[] = [];
  let lastAct = 0;
  let forgotten = 0;
  const spent = new Map<string, Amount>();
  /** By run, then by wallet. */
  const reserved = new Map<string, Map<string, Amount>>();
  const deliveries = new Map<string, Waiting>();
  const panels = new Map<string, StoredPanel>();
  /** Oldest first. */
  const calibrations: StoredCalibration[] = [];
  /** Debates whose answer was not delivered to their client. */
  const repeats = new Map<string, Repeat>();
  /** By the hash of their token. */
  const shares = new Map<string, StoredShare>();

  function pay(wallet: string, amount: Amount): void {
    spent.set(wallet, addSpend(spent.get(wallet) ?? NO_SPEND, amount));
  }

  const readWallet = (name: string): WalletState => ({
    spent: spent.get(name) ?? NO_SPEND,
    reserved: [...reserved.values()]
      .flatMap((each) => each.get(name) ?? [])
      .reduce(addSpend, NO_SPEND),
  });

  return {
    ownerOf,
    expire,
    async addActs(added) {
      for (const act of added) acts.push({ n: ++lastAct, act: { ...act } });
    },
    async listActs(query = {}) {
      const checkedQuery = checkActQuery(query);
      const matchingActs = acts
        .filter(
          ({ n, act }) =>
            n < checkedQuery.before && act.at >= checkedQuery.from && act.at < checkedQuery.to,
        )
        .filter(({ act }) =>
          (["user", "act", "debate", "outcome"] as const).every(
            (part) => checkedQuery[part] === null || act[part] === checkedQuery[part],
          ),
        )
        .reverse();
      const { rows, next } = cutPage(matchingActs, checkedQuery.limit);
      return { acts: rows.map(({ act }) => ({ ...act })), next };
    },
    async pruneActs(olderThan) {
      const before = acts.length;
      acts = acts.filter(({ act }) => act.at >= olderThan);
      return before - acts.length;
    },

    async reserve(run, amount, wallets, first) {
      if (first) {
        for (const [wallet, left] of reserved.get(run) ?? []) pay(wallet, left);
        reserved.delete(run);
      }
      const states = wallets.map(({ name }) => readWallet(name));
      const shortage = findShortage(wallets, states, amount);
      if (shortage !== null) return { shortage };
      const runReservations = reserved.get(run) ?? new Map<string, Amount>();
      for (const { name } of wallets)
        runReservations.set(name, addSpend(runReservations.get(name) ?? NO_SPEND, amount));
      reserved.set(run, runReservations);
      return { shortage: null };
    },
    async settle(run, wallets, held, used) {
      for (const wallet of wallets) {
        pay(wallet, used);
        const reservation = reserved.get(run)?.get(wallet);
        if (reservation) reserved.get(run)?.set(wallet, spendBeyond(reservation, held));
      }
    },
    async release(run) {
      reserved.delete(run);
    },
    async payAndRelease(run, used) {
      for (const [wallet, held] of reserved.get(run) ?? []) pay(wallet, chargedSpend(held, used));
      reserved.delete(run);
    },
    reservedRuns: async (prefix) => [...reserved.keys()].filter((run) => run.startsWith(prefix)),
    walletStates: async (names) => names.map(readWallet),

    async addDeliveries(added) {
      const at = now();
      const fresh = { createdAt: at, attempts: 0, dueAt: at, givenUp: false, delivered: false };
      for (const delivery of added) {
        if (!deliveries.has(delivery.id)) deliveries.set(delivery.id, { ...delivery, ...fresh });
      }
    },
    async takeDeliveries(most, leaseMs, except = []) {
      const due = [...deliveries.values()]
        .filter(({ hook }) => !except.includes(hook))
        .filter(({ dueAt, givenUp, delivered }) => !givenUp && !delivered && dueAt <= now())
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, most);
      for (const each of due) each.dueAt = now() + leaseMs;
      return due.map(
        ({ dueAt: _due, givenUp: _givenUp, delivered: _done, ...delivery }) => delivery,
      );
    },
    async endDelivery(id, outcome) {
      const delivery = deliveries.get(id);
      if (!delivery) return;
      if (outcome.is === "delivered") delivery.delivered = true;
      else {
        delivery.attempts += 1;
        if (outcome.is === "given_up") delivery.givenUp = true;
        else delivery.dueAt = now() + outcome.afterMs;
      }
    },
    async countDeliveries() {
      const all = [...deliveries.values()].filter(({ delivered }) => !delivered);
      const givenUp = all.filter((each) => each.givenUp).length;
      return { waiting: all.length - givenUp, givenUp };
    },

    async savePanel(panel, most) {
      const before = panels.get(panel.name);
      if (!before && panels.size >= most) return null;
      const saved = { ...panel, version: (before?.version ?? 0) + 1, at: now() };
      panels.set(panel.name, saved);
      return { ...saved };
    },
    async findPanel(name) {
      const panel = panels.get(name);
      return panel && { ...panel };
    },
    listPanels: async () =>
      [...panels.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map((each) => ({ ...each })),
    removePanel: async (name) => panels.delete(name),

    async addCalibration(given) {
      const versions = calibrations.filter(({ panel }) => panel === given.panel);
      const added = { ...given, version: versions.length + 1, at: now() };
      calibrations.push(added);
      return { ...added };
    },
    async findCalibration(panel, version) {
      const calibration = calibrations.findLast(
        (each) => each.panel === panel && (version === undefined || each.version === version),
      );
      return calibration && { ...calibration };
    },
    listCalibrations: async (panel) =>
      calibrations
        .filter((each) => each.panel === panel)
        .reverse()
        .slice(0, 100)
        .map(({ panel: name, version, about, by, at }) => ({
          panel: name,
          version,
          about,
          by,
          at,
        })),

    async claimRepeat({ key, debate, keepMs, declared }) {
      let earlierRepeat: Repeat | undefined;
      for (const each of repeats.values()) {
        if (each.key === key && (each.free || declared) && each.until > now()) earlierRepeat = each;
      }
      const claimed = earlierRepeat ?? { debate, key, free: false, until: now() + keepMs };
      claimed.free = false;
      repeats.set(claimed.debate, claimed);
      return claimed.debate;
    },
    async freeRepeat(debate) {
      const repeat = repeats.get(debate);
      if (repeat) repeat.free = true;
    },
    isRepeatFree: async (debate) => repeats.get(debate)?.free === true,
    async forgetRepeat(debate) {
      for (const [each, { until }] of repeats) if (until < now()) repeats.delete(each);
      repeats.delete(debate);
    },

    async addShare({ hash, debate, ...share }) {
      if ((await ownerOf(debate)) === undefined) return false;
      const id = hash.slice(0, 16);
      shares.set(hash, { id, debate, ...share, at: now(), revokedAt: null });
      return true;
    },
    async findShare(hash) {
      const share = shares.get(hash);
      return share && (await ownerOf(share.debate)) !== undefined ? { ...share } : undefined;
    },
    listShares: async (debate) =>
      [...shares.values()]
        .filter((share) => debate === null || share.debate === debate)
        .reverse()
        .slice(0, 1000)
        .map((each) => ({ ...each })),
    async revokeShare(debate, id) {
      const matchingShare = [...shares.values()].find(
        (share) => share.debate === debate && share.id === id && share.revokedAt === null,
      );
      if (matchingShare) matchingShare.revokedAt = now();
      return matchingShare !== undefined;
    },

    async assign(debate, given) {
      if (given === null) return assignments.delete(debate);
      if ((await ownerOf(debate)) === undefined) return false;
      assignments.set(debate, { ...given, at: now() });
      return true;
    },
    assignmentOf: async (debate) => assignments.get(debate) ?? null,

    async forgetUser(user) {
      const name = formatForgottenName(++forgotten);
      forgetIn(user, name);
      for (const { act } of acts) if (act.user === user) act.user = name;
      // Wallets of a day or a month have it in front of the owner's name.
      const isOwn = (wallet: string): boolean =>
        wallet.replace(/^(?:day:.{10}:|month:.{7}:)/, "") === `user:${user}`;
      for (const [wallet, paid] of [...spent].filter(([each]) => isOwn(each))) {
        spent.set(wallet.slice(0, -user.length) + name, paid);
        spent.delete(wallet);
      }
      for (const reservations of reserved.values()) {
        for (const wallet of [...reservations.keys()].filter(isOwn)) reservations.delete(wallet);
      }
      for (const each of [
        ...panels.values(),
        ...calibrations,
        ...shares.values(),
        ...assignments.values(),
      ]) {
        if (each.by === user) each.by = name;
        if ("assignee" in each && each.assignee === user) each.assignee = name;
      }
      for (const { id, debate } of [...deliveries.values()]) {
        if (debate !== "" && (await ownerOf(debate)) === undefined) deliveries.delete(id);
      }
      return name;
    },
  };
}
