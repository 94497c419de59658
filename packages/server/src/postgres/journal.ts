import { setTimeout as delay } from "node:timers/promises";
import { AbortError, ConfigError, type RostrumError } from "@rostrum/core/support";
import type { JournalRun, RunInputs, StoredRun } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import {
  busyError,
  closedJournalError,
  redactedError,
  listSearchWords,
  readMoment,
  toStorable,
  checkQuery,
  readEvents,
  readRun,
  type RunRow,
  type StepRow,
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
import { runScript, send, type Sender } from "./driver.ts";
import { toPostgresJournalError, isAway, isClash } from "./fault.ts";
import type { PostgresSettings } from "./options.ts";
import { createOutage } from "./outage.ts";
import { createPeers } from "./peers.ts";
import { openPostgresSession, type PostgresSession } from "./session.ts";
import { makeDialect, writePostgresStatements } from "./statements.ts";

const HOUR_MS = 60 * 60 * 1000;
const FIRST_POLL_MS = 5;
const MAX_POLL_MS = 250;
/** How long a read is retried while the database is away. Short, because a caller waits for it. */
const READ_RETRY_MS = 3000;

interface WholeRow extends RunRow {
  all_steps: StepRow[] | null;
  all_events: { body: string }[] | null;
}

interface HeldElsewhere {
  holder: string;
}

interface LeaseState {
  token: string;
  name: string | null;
  free: boolean;
}

export function openPostgresJournal(settings: PostgresSettings): RunStore {
  const { displayUrl, schema, leaseMs, redactor, retentionMs, retryMs } = settings;
  const statements = writePostgresStatements(schema, leaseMs);
  const waiters = createWaiters();
  const outage = createOutage();
  let opening: Promise<PostgresSession> | null = null;
  let prunedAt = -Infinity;
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

  /** Removes all old runs, in batches. A failure must not prevent reading: it is tried again in an hour. */
  async function retain({ readers }: PostgresSession): Promise<void> {
    if (retentionMs === null || Date.now() - prunedAt < HOUR_MS) return;
    prunedAt = Date.now();
    const olderThan = prunedAt - retentionMs;
    for (let removedCount = 1; removedCount > 0;) {
      const removing = readers.begin((tx) =>
        runScript(tx, removeSome(statements.oldRuns, olderThan)),
      );
      removedCount = (await removing.catch(() => [])).length;
    }
    await send(readers, statements.forgetOwners).catch(() => []);
  }

  /** Retries repeatable work while the database is away or transactions conflict. */
  async function retryWhileAway<T>(
    ms: number,
    work: (opened: PostgresSession) => Promise<T>,
  ): Promise<T> {
    const startedAt = performance.now();
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      try {
        const result = await work(await session());
        outage.end();
        return result;
      } catch (error) {
        const away = isAway(error);
        const waited = away ? outage.noteAway() : performance.now() - startedAt;
        if ((!away && !isClash(error)) || waited + pause > ms) throw asFault(error);
      }
      await delay(pause);
    }
  }

  /** Removes a batch of the runs that a statement finds. Returns their ids. */
  function* removeSome(find: string, olderThan: number): SqlScript<string[]> {
    const rows = yield* askSql<{ n: number; id: string }>(find, [olderThan]);
    for (const { n, id } of rows) {
      yield* removeRun(statements, n);
      // Reservations stay for a run that a process may still continue.
      if (find === statements.oldFinishedRuns) yield [statements.release, [id]];
    }
    return rows.map(({ id }) => id);
  }

  async function removeOld(find: string, olderThan: number): Promise<string[]> {
    const removed: string[] = [];
    for (;;) {
      const ids = await write(() => removeSome(find, olderThan));
      if (ids.length === 0) return removed;
      removed.push(...ids);
    }
  }

  /** Claims a run: a new one in one statement, an existing one in a transaction that locks out other processes. */
  async function claim(
    id: string,
    inputs: RunInputs,
    opened: PostgresSession,
    takeOver: boolean,
  ): Promise<ClaimedRun | HeldElsewhere> {
    const { ownership } = opened;
    const token = ownership.newToken();
    await ownership.alive();
    try {
      return await claimAs(token, id, inputs, opened, takeOver);
    } catch (error) {
      // A claim whose reply was lost may be in the database.
      ownership.abandon(token);
      throw error;
    }
  }

  async function claimAs(
    token: string,
    id: string,
    inputs: RunInputs,
    { readers, ownership }: PostgresSession,
    takeOver: boolean,
  ): Promise<ClaimedRun | HeldElsewhere> {
    // A redacted run stores no fingerprint either: short questions can be guessed from it.
    const storedInputs = JSON.stringify(redactor ? {} : inputs);
    const values = [
      id,
      storedInputs,
      redactor !== null,
      token,
      ownership.owner,
      listSearchWords(id),
    ];
    const [added] = await send<{ n: number }>(readers, statements.addRun, values);
    if (added) {
      const stored: StoredRun = { id, inputs, status: "running", steps: new Map(), events: [] };
      return { n: added.n, token, stored };
    }
    return readers.begin(async (tx) => {
      const [row] = await send<Pick<RunRow, "n" | "redacted">>(tx, statements.runToTake, [id]);
      // Removed in between: the next try creates it again.
      if (!row) return { holder: "another process" };
      if (row.redacted) throw redactedError(id);
      const [lease] = await send<LeaseState>(tx, statements.lease, [row.n]);
      const isFree = !lease || lease.free || ownership.isAbandoned(lease.token);
      if (!isFree && !takeOver) return { holder: lease.name ?? "another process" };
      // An existing lease is locked; without one, another process may be adding it now.
      const leaseStatement = lease ? statements.takeLease : statements.addLease;
      const [newLease] = await send(tx, leaseStatement, [row.n, token, ownership.owner]);
      if (!newLease) return { holder: "another process" };
      if (redactor) await send(tx, statements.markRedacted, [row.n]);
      // Read last, because another process may have written until we got the lease.
      const stored = await load(tx, id);
      return stored ? { n: row.n, token, stored } : { holder: "another process" };
    });
  }

  async function load(on: Sender, id: string): Promise<StoredRun | undefined> {
    const [row] = await send<WholeRow>(on, statements.whole, [id]);
    return row && readRun(row, row.all_steps ?? [], row.all_events ?? []);
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

  function write<T>(script: () => SqlScript<T>, soon = false): Promise<T> {
    return retryWhileAway(soon ? READ_RETRY_MS : retryMs, ({ readers }) =>
      readers.begin((tx) => runScript(tx, script())),
    );
  }

  const read = <T>(script: () => SqlScript<T>): Promise<T> =>
    retryWhileAway(READ_RETRY_MS, ({ readers }) => runScript(readers, script()));

  const store: RunStore = {
    peers,

    async open(id, inputs, { signal, patienceMs = Infinity, takeOver = false } = {}) {
      checkId(id);
      const startedAt = performance.now();
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
        if (signal?.aborted) throw new AbortError(signal.reason);
        const attempt = await retryWhileAway(retryMs, async (opened) => {
          const claimed = await claim(id, inputs, opened, takeOver);
          return { opened, taken: claimed };
        });
        const { opened, taken } = attempt;
        if ("stored" in taken) {
          const { ownership } = opened;
          try {
            const run = openRun(opened, taken);
            ownership.hold();
            return run;
          } catch (error) {
            ownership.abandon(taken.token);
            throw asFault(error);
          }
        }
        const leftMs = patienceMs - (performance.now() - startedAt);
        if (leftMs <= 0) throw busyError(id, taken.holder);
        await waiters.wait(id, Math.min(pause, leftMs), signal);
      }
    },

    read: (id) => retryWhileAway(READ_RETRY_MS, ({ readers }) => load(readers, id)),

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
