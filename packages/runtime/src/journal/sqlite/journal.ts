import type { JournalRun, RunInputs } from "@rostrum/core/protocol";
import { busyError, closedJournalError } from "../faults.ts";
import type { ServerJournal } from "../lazy-store.ts";
import { createWaiters } from "../waiting-for-owner.ts";
import { readMoment, checkQuery } from "../query.ts";
import { readEvents, type RunRow } from "../rows.ts";
import { listSentCalls } from "../sql/prompt-parts.ts";
import { listRemovedRuns, removeRun } from "../sql/removed-runs.ts";
import { createSqlService } from "../service/sql-service.ts";
import { toSqliteJournalError } from "./fault.ts";
import type { SeenLease } from "./leases.ts";
import { createOwnerWatch } from "./owner-watch.ts";
import { checkSqliteOptions, type SqliteJournalOptions } from "./options.ts";
import { openSqliteSession, type SqliteSession, type SessionContext } from "./session.ts";
import { STATEMENTS } from "./statements.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A journal in a given environment: this machine now, or in tests another machine and another time. */
export function openSqliteJournal(
  context: SessionContext,
  path: string,
  options: SqliteJournalOptions = {},
): ServerJournal {
  const settings = checkSqliteOptions(path, options);
  const { retentionMs } = settings;
  const elapsed = (): number => context.elapsed();
  const waiters = createWaiters(elapsed);
  const owners = createOwnerWatch(elapsed);
  let opening: Promise<SqliteSession> | null = null;
  let prunedAt = -Infinity;
  let closed = false;

  async function session(): Promise<SqliteSession> {
    if (closed) throw closedJournalError("sqliteJournal", path);
    const mine = (opening ??= openSqliteSession(settings, context));
    let opened: SqliteSession;
    try {
      opened = await mine;
    } catch (error) {
      // The next attempt to open it may succeed.
      if (opening === mine) opening = null;
      throw error;
    }
    await retain(opened);
    return opened;
  }

  /** Used for new work. Contents of a deleted file can still be read through the open connection. */
  async function sessionForWriting(): Promise<SqliteSession> {
    const opened = await session();
    opened.checkPresent();
    return opened;
  }

  /** A failure here must not prevent reading. It is tried again in an hour. */
  async function retain({ prune }: SqliteSession): Promise<void> {
    if (retentionMs === null || context.now() - prunedAt < HOUR_MS) return;
    prunedAt = context.now();
    await prune(prunedAt - retentionMs).catch(() => 0);
  }

  /** Only servers use this, and a server must go on answering during a long search. */
  async function sessionForServer(): Promise<SqliteSession> {
    const opened = await session();
    opened.jobs.moveAside();
    return opened;
  }

  function findRow({ execute }: SqliteSession, id: string): RunRow | undefined {
    return execute<RunRow>(STATEMENTS.run, [id])[0];
  }

  /** Claims a run and opens it; or returns the lease of the owner that keeps it. */
  async function tryToOpen(
    id: string,
    inputs: RunInputs,
    takeOver: boolean,
  ): Promise<JournalRun | SeenLease> {
    const { commits, claim, openRun, leases } = await sessionForWriting();
    const { heartbeat } = leases;
    const token = heartbeat.newToken();
    const reason = takeOver ? "take_over" : owners.findSilent(id);
    const writing = commits.write(() => claim(id, inputs, token, reason));
    // A claim that the disk did not confirm may be in the file.
    writing.catch(() => heartbeat.abandon(token));
    const claimed = await writing;
    if (!("stored" in claimed)) {
      owners.note(id, claimed);
      return claimed;
    }
    owners.note(id, null);
    try {
      const run = openRun(claimed, () => waiters.wake(id));
      heartbeat.hold();
      return run;
    } catch (error) {
      heartbeat.abandon(token);
      throw toSqliteJournalError(error, path);
    }
  }

  const store: ServerJournal = {
    open: (id, inputs, { takeOver = false, ...waiting } = {}) =>
      waiters.openWhenFree(id, waiting, () => tryToOpen(id, inputs, takeOver)),

    async read(id) {
      const opened = await session();
      return opened.readSnapshot(() => {
        const row = findRow(opened, id);
        return row && opened.load(row);
      });
    },

    async eventsFrom(id, seq) {
      const opened = await session();
      return opened.readSnapshot(() => {
        const row = findRow(opened, id);
        if (!row) return undefined;
        const rows = opened.execute<{ body: string }>(STATEMENTS.events, [row.n, seq]);
        return readEvents(rows, seq, row.events);
      });
    },

    async removedRuns(range) {
      const { readSnapshot, execute } = await session();
      return readSnapshot(() => execute.script(listRemovedRuns(STATEMENTS, range)));
    },

    async sentCalls(id) {
      const { readSnapshot, execute } = await session();
      return readSnapshot(() => execute.script(listSentCalls(STATEMENTS, id)));
    },

    async list(query = {}) {
      const checkedQuery = checkQuery(query);
      const { jobs } = await session();
      return jobs.perform("listRuns", checkedQuery, query.totals === true);
    },

    async remove(id) {
      const opened = await session();
      const removed = await opened.commits.write(() => {
        const row = findRow(opened, id);
        if (!row) return false;
        if (opened.leases.seen(row.n) !== null) throw busyError(id, "another process");
        return opened.execute.script(removeRun(STATEMENTS, row.n));
      });
      if (removed) await opened.wipeLog();
      return removed;
    },

    async listUnowned() {
      const opened = await sessionForWriting();
      const { readSnapshot, execute, leases } = opened;
      return readSnapshot(() => {
        // Other processes finish and remove runs whose owners are watched here.
        for (const id of owners.ids()) {
          const row = findRow(opened, id);
          owners.note(id, row ? leases.seen(row.n) : null);
        }
        const runs = execute<{ n: number; id: string }>(STATEMENTS.unfinished);
        return runs.flatMap(({ n, id }) => {
          const lease = leases.seen(n);
          owners.note(id, lease);
          return lease === null || owners.findSilent(id) ? [id] : [];
        });
      });
    },

    async prune(olderThan) {
      const moment = readMoment(olderThan, "olderThan");
      return (await session()).prune(moment);
    },

    service: createSqlService({
      statements: STATEMENTS,
      async read(script) {
        const { readSnapshot, execute } = await sessionForServer();
        return readSnapshot(() => execute.script(script()));
      },
      async write(script) {
        const { commits, execute } = await sessionForServer();
        return commits.write(() => execute.script(script()));
      },
      // SQLite has one writing transaction at a time.
      *lockWallets() {},
      *lockPanels() {},
      listActs: async (wanted) => (await sessionForServer()).jobs.perform("listActs", wanted),
      expire: async (olderThan) => (await sessionForServer()).expire(olderThan),
    }),

    async close() {
      if (closed) return;
      closed = true;
      waiters.wakeAll();
      const opened = await opening?.catch(() => null);
      await opened?.end();
    },

    [Symbol.asyncDispose]: () => store.close(),
  };
  return store;
}
