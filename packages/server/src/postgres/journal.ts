import { ConfigError, type RostrumError } from "@rostrum/core/support";
import type { JournalRun, RunInputs } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import {
  busyError,
  closedJournalError,
  readMoment,
  toStorable,
  checkQuery,
  readEvents,
  type RunRow,
  createJournalRun,
  type ClaimedRun,
  listRuns,
  listRemovedRuns,
  listSentCalls,
  removeRun,
  askSql,
  type SqlScript,
  createSqlService,
  listActs,
  createWaiters,
} from "@rostrum/runtime/sql-journal";
import { claimRun, type HeldElsewhere, loadRun, type LeaseState } from "./claims.ts";
import { runScript } from "./driver.ts";
import { toPostgresJournalError } from "./fault.ts";
import type { PostgresSettings } from "./options.ts";
import { createOutage } from "./outage.ts";
import { createPeers } from "./peers.ts";
import { createRetention, removeSome } from "./retention.ts";
import { retryWhileAway } from "./retry-while-away.ts";
import { openPostgresSession, type PostgresSession } from "./session.ts";
import { makeDialect, writePostgresStatements } from "./statements.ts";
import { createTransaction } from "./transaction.ts";

/** How long a read is retried while the database is away. Short, because a caller waits for it. */
const READ_RETRY_MS = 3000;
const MAX_PAUSE_MS = 500;

export function openPostgresJournal(settings: PostgresSettings): RunStore {
  const { displayUrl, schema, leaseMs, redactor, retentionMs, retryMs } = settings;
  const statements = writePostgresStatements(schema, leaseMs);
  const waiters = createWaiters();
  const outage = createOutage();
  const retain = createRetention(statements, retentionMs);
  let opening: Promise<PostgresSession> | null = null;
  let closed = false;
  const asFault = (error: unknown): RostrumError =>
    closed
      ? closedJournalError("postgresJournal", displayUrl)
      : toPostgresJournalError(error, displayUrl);

  async function session(): Promise<PostgresSession> {
    if (closed) throw closedJournalError("postgresJournal", displayUrl);
    const ownOpening = (opening ??= openPostgresSession(settings, statements, asFault, outage));
    try {
      const opened = await ownOpening;
      await retain(opened);
      return opened;
    } catch (error) {
      // The reason may be gone the next time, so the next call tries again.
      if (opening === ownOpening) opening = null;
      throw error;
    }
  }

  const peers = createPeers(async () => {
    const { readers, signals } = await session();
    return { sql: readers, statements, signals };
  });

  /** The work must be repeatable. */
  async function retry<T>(ms: number, work: (opened: PostgresSession) => Promise<T>): Promise<T> {
    const options = { outage, retryMs: ms, maxPauseMs: MAX_PAUSE_MS };
    try {
      return await retryWhileAway(async () => work(await session()), options);
    } catch (error) {
      throw asFault(error);
    }
  }

  async function removeOld(find: string, olderThan: number): Promise<string[]> {
    const removed: string[] = [];
    for (;;) {
      const ids = await write(() => removeSome(statements, find, olderThan));
      if (ids.length === 0) return removed;
      removed.push(...ids);
    }
  }

  function openRun({ writer, ownership }: PostgresSession, claimed: ClaimedRun): JournalRun {
    const { n: run, token, stored } = claimed;
    return createJournalRun(claimed, {
      statements,
      redactor,
      write: (list, last) => writer.write({ run, id: stored.id, token, statements: list, last }),
      onClose(released) {
        if (!released) ownership.abandon(token);
        ownership.release();
        waiters.wake(stored.id);
      },
    });
  }

  /** Claims a run and opens it; or returns the owner that keeps it. */
  async function tryToOpen(
    id: string,
    inputs: RunInputs,
    takeOver: boolean,
  ): Promise<JournalRun | HeldElsewhere> {
    const claiming = { id, inputs, takeOver, statements, redactor };
    const [opened, claimed] = await retry(
      retryMs,
      async (current) => [current, await claimRun(claiming, current)] as const,
    );
    if (!("stored" in claimed)) return claimed;
    const { ownership } = opened;
    try {
      const run = openRun(opened, claimed);
      ownership.hold();
      return run;
    } catch (error) {
      ownership.abandon(claimed.token);
      throw asFault(error);
    }
  }

  function write<T>(script: () => SqlScript<T>, soon = false): Promise<T> {
    const transaction = createTransaction(script);
    return retry(soon ? READ_RETRY_MS : retryMs, ({ readers }) => transaction(readers));
  }

  const read = <T>(script: () => SqlScript<T>): Promise<T> =>
    retry(READ_RETRY_MS, ({ readers }) => runScript(readers, script()));

  const store: RunStore = {
    peers,

    async open(id, inputs, { takeOver = false, ...waiting } = {}) {
      checkId(id);
      return waiters.openWhenFree(id, waiting, () => tryToOpen(id, inputs, takeOver));
    },

    read: (id) => retry(READ_RETRY_MS, ({ readers }) => loadRun(readers, statements, id)),

    eventsFrom: (id, seq) =>
      read(function* () {
        type EventRow = { body: string | null } & Pick<RunRow, "events">;
        const rows = yield* askSql<EventRow>(statements.eventsOf, [id, seq]);
        // A run without matching events is one row without a body.
        const [first] = rows;
        if (first === undefined) return undefined;
        const bodies = rows.flatMap(({ body }) => (body === null ? [] : [{ body }]));
        return readEvents(bodies, seq, first.events);
      }),

    removedRuns: (range) => read(() => listRemovedRuns(statements, range)),

    sentCalls: (id) => read(() => listSentCalls(statements, id)),

    async list(query = {}) {
      const checkedQuery = checkQuery(query);
      return read(() => listRuns(makeDialect(schema), checkedQuery, query.totals === true));
    },

    listUnowned: () =>
      read(function* () {
        return (yield* askSql<{ id: string }>(statements.unowned)).map(({ id }) => id);
      }),

    remove: (id) =>
      write(function* () {
        const [row] = yield* askSql<RunRow>(statements.run, [id]);
        if (!row) return false;
        const [lease] = yield* askSql<LeaseState>(statements.lease, [row.n]);
        if (lease && !lease.free) throw busyError(id, lease.name ?? "another process");
        return yield* removeRun(statements, row.n);
      }, true),

    async prune(olderThan) {
      const moment = readMoment(olderThan, "olderThan");
      return (await removeOld(statements.oldRuns, moment)).length;
    },

    service: createSqlService({
      statements,
      read,
      write,
      *lockWallets(names) {
        const list = JSON.stringify(names);
        yield [statements.addWallets, [list]];
        yield [statements.lockWallets, [list]];
      },
      *lockPanels() {
        yield [statements.lockPanels, [], true];
      },
      listActs: (wanted) => read(() => listActs(statements, wanted)),
      async expire(olderThan) {
        const removed = await removeOld(statements.oldFinishedRuns, olderThan);
        // Postgres also does this itself later.
        if (removed.length > 0)
          await read(() => askSql(statements.vacuum, [], true)).catch(() => []);
        return removed.length;
      },
    }),

    async close() {
      if (closed) return;
      const opened = await opening?.catch(() => null);
      peers.stop();
      await opened?.flush();
      closed = true;
      waiters.wakeAll();
      await opened?.end();
    },

    [Symbol.asyncDispose]: () => store.close(),
  };
  return store;
}

function checkId(id: string): void {
  if (toStorable(id) === id) return;
  throw new ConfigError("id", "expected an id without null characters or unpaired surrogates");
}
