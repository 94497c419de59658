import { setTimeout as delay } from "node:timers/promises";
import { AbortError, ConfigError, JournalError, type RostrumError } from "../../errors.ts";
import type { RunInputs, RunStore, StoredRun } from "../../protocol/journal.ts";
import { busyError, createWaiters } from "../waiting-for-owner.ts";
import { listWords, readMoment, toStorable, checkQuery, cutPage } from "../query.ts";
import {
  readEvent,
  readRun,
  readSummary,
  readTotals,
  type RunRow,
  type StepRow,
  type TotalsRow,
} from "../rows.ts";
import { buildPageQuery, buildTotalsQuery, type Dialect, type ListQuery } from "../list-query.ts";
import { send, sendPlanned, type Sender } from "./driver.ts";
import { closedError, toJournalError, isAway, isClash } from "./fault.ts";
import type { Settings } from "./options.ts";
import { createPeers } from "./peers.ts";
import { postgresService } from "./service.ts";
import type { Claim } from "../journal-run.ts";
import { openRun } from "./run.ts";
import { openSession, type Session } from "./session.ts";

const HOUR_MS = 60 * 60 * 1000;
const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 250;
/** How long a read is tried again while the database is away: somebody waits for it. */
const READ_RETRY_MS = 3000;

interface WholeRow extends RunRow {
  all_steps: StepRow[] | null;
  all_events: { body: string }[] | null;
}

interface Held {
  holder: string;
}

export function openPostgresJournal(settings: Settings): RunStore {
  const { shown, redactor, retentionMs, retryMs } = settings;
  const waiters = createWaiters();
  let opening: Promise<Session> | null = null;
  let prunedAt = -Infinity;
  let closed = false;
  const asFault = (error: unknown): RostrumError =>
    closed ? closedError(shown) : toJournalError(error, shown);

  async function session(): Promise<Session> {
    if (closed) throw closedError(shown);
    const mine = (opening ??= openSession(settings, asFault));
    try {
      const opened = await mine;
      await retain(opened);
      return opened;
    } catch (error) {
      // What kept it from opening may be gone the next time.
      if (opening === mine) opening = null;
      throw error;
    }
  }

  const peers = createPeers({
    session: async () => {
      const { readers, statements, signals } = await session();
      return { sql: readers, statements, signals };
    },
  });

  /** A failure here is no reason to keep anybody from reading: it is tried again in an hour. */
  async function retain({ readers, statements }: Session): Promise<void> {
    if (retentionMs === null || Date.now() - prunedAt < HOUR_MS) return;
    prunedAt = Date.now();
    await send(readers, statements.prune, [prunedAt - retentionMs]).catch(() => []);
    await send(readers, statements.forgetOwners).catch(() => []);
  }

  /** Does what can be done again without harm, while the database is away or others are in the way. */
  async function retryWhileAway<T>(ms: number, work: (opened: Session) => Promise<T>): Promise<T> {
    const begun = performance.now();
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      try {
        return await work(await session());
      } catch (error) {
        const again = isAway(error) || isClash(error);
        if (!again || performance.now() - begun + pause > ms) throw asFault(error);
      }
      await delay(pause);
    }
  }

  /** A new run is taken in one statement, another in a transaction that keeps everybody else away. */
  async function claim(
    id: string,
    inputs: RunInputs,
    opened: Session,
    takeOver: boolean,
  ): Promise<Claim | Held> {
    const { readers, statements, ownership } = opened;
    const token = ownership.newToken();
    await ownership.alive();
    // A redacted run keeps no fingerprint either: short questions can be guessed from theirs.
    const kept = JSON.stringify(redactor ? {} : inputs);
    const values = [id, kept, redactor !== null, token, ownership.owner, listWords(id)];
    const [added] = await send<{ n: number }>(readers, statements.addRun, values);
    if (added) {
      const stored: StoredRun = { id, inputs, status: "running", steps: new Map(), events: [] };
      return { n: added.n, token, stored };
    }
    return readers.begin(async (tx) => {
      const [row] = await send<Pick<RunRow, "n" | "redacted">>(tx, statements.runToTake, [id]);
      // Somebody removed it in between: the next look makes it anew.
      if (!row) return { holder: "another process" };
      if (row.redacted) throw redactedError(id);
      const [lease] = await send<{ name: string | null; free: boolean }>(tx, statements.lease, [
        row.n,
      ]);
      if (lease && !lease.free && !takeOver) return { holder: lease.name ?? "another process" };
      // A lease that is there is locked; where there is none, somebody else may be adding one now.
      const take = lease ? statements.takeLease : statements.addLease;
      const [taken] = await send(tx, take, [row.n, token, ownership.owner]);
      if (!taken) return { holder: "another process" };
      if (redactor) await send(tx, statements.markRedacted, [row.n]);
      // Read only now, because another process may have written to it until we got the lease.
      const stored = await load(tx, opened, id);
      return stored ? { n: row.n, token, stored } : { holder: "another process" };
    });
  }

  async function load(
    on: Sender,
    { statements }: Session,
    id: string,
  ): Promise<StoredRun | undefined> {
    const [row] = await send<WholeRow>(on, statements.whole, [toStorable(id)]);
    return row && readRun(row, row.all_steps ?? [], row.all_events ?? []);
  }

  const store: RunStore = {
    peers,

    async open(id, inputs, { signal, patienceMs = Infinity, takeOver = false } = {}) {
      checkId(id);
      const begun = performance.now();
      for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LAST_LOOK_MS)) {
        if (signal?.aborted) throw new AbortError(signal.reason);
        const found = await retryWhileAway(retryMs, async (opened) => {
          const taken = await claim(id, inputs, opened, takeOver);
          return { opened, taken };
        });
        const { opened, taken } = found;
        if ("stored" in taken) {
          const { ownership } = opened;
          try {
            const run = openRun(opened, taken, (told) => {
              ownership.release(told ? undefined : taken.token);
              waiters.wake(id);
            });
            ownership.hold();
            return run;
          } catch (error) {
            ownership.hold();
            ownership.release(taken.token);
            throw asFault(error);
          }
        }
        const left = patienceMs - (performance.now() - begun);
        if (left <= 0) throw busyError(id, taken.holder);
        await waiters.wait(id, Math.min(pause, left), signal);
      }
    },

    read: (id) => retryWhileAway(READ_RETRY_MS, (opened) => load(opened.readers, opened, id)),

    eventsFrom: (id, seq) =>
      retryWhileAway(READ_RETRY_MS, async ({ readers, statements }) => {
        const values = [toStorable(id), seq];
        const rows = await send<{ body: string | null }>(readers, statements.eventsOf, values);
        // A run without such events is one row without a body.
        if (rows.length === 0) return undefined;
        return rows.flatMap(({ body }) => (body === null ? [] : readEvent({ body })));
      }),

    async list(query = {}) {
      const wanted = checkQuery(query);
      const { limit } = wanted;
      return retryWhileAway(READ_RETRY_MS, async ({ readers, runs }) => {
        const dialect: Dialect = { runs, find: "strpos", place: (n) => `$${n}` };
        const find = <Row extends object>([statement, values]: ListQuery): Promise<Row[]> =>
          sendPlanned(
            readers,
            statement,
            values.map((value) => (typeof value === "string" ? toStorable(value) : value)),
          );
        const found = await find<RunRow>(buildPageQuery(dialect, wanted, limit + 1));
        const { rows, next } = cutPage(found, limit);
        const sums = buildTotalsQuery(dialect, wanted);
        const [totals] = query.totals ? await find<TotalsRow>(sums) : [];
        return {
          runs: rows.map(readSummary),
          next,
          ...(totals ? { totals: readTotals(totals) } : {}),
        };
      });
    },

    unheld: () =>
      retryWhileAway(READ_RETRY_MS, async ({ readers, statements }) => {
        const rows = await send<{ id: string }>(readers, statements.unheld);
        return rows.map(({ id }) => id);
      }),

    remove: (id) =>
      retryWhileAway(READ_RETRY_MS, async ({ readers, statements }) => {
        const [row] = await send<RunRow>(readers, statements.run, [toStorable(id)]);
        if (!row) return false;
        return readers.begin(async (tx) => {
          const [lease] = await send<{ name: string | null; free: boolean }>(tx, statements.lease, [
            row.n,
          ]);
          if (lease && !lease.free) throw busyError(id, lease.name ?? "another process");
          const removed = await send<{ n: number }>(tx, statements.removeRun, [row.n]);
          return removed.length > 0;
        });
      }),

    async prune(olderThan) {
      const moment = readMoment(olderThan, "olderThan");
      return retryWhileAway(READ_RETRY_MS, async ({ readers, statements }) => {
        const removed = await send<{ n: number }>(readers, statements.prune, [moment]);
        return removed.length;
      });
    },

    service: postgresService({ retryMs, readMs: READ_RETRY_MS, patiently: retryWhileAway }),

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
  throw new ConfigError("id", "expected an id without null characters and halves of pairs");
}

function redactedError(id: string): JournalError {
  return new JournalError(
    "journal_redacted",
    `run "${id}": expected the words of its questions and replies, but it was written without them ` +
      "(redact). It can be shown, not taken up again: use another id.",
  );
}
