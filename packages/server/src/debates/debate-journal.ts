import { setImmediate as nextTurn } from "node:timers/promises";
import { AbortError, JournalError, type JournalErrorCode } from "@rostrum/core/support";
import type {
  StoredEvent,
  Journal,
  JournalRun,
  OpenOptions,
  RunInputs,
} from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { createYieldingQueue } from "../yielding-queue.ts";

export interface DebateJournalOptions {
  /** How long another process may take to release the run. */
  patienceMs: number;
  /** Resolves when the run may call models. `null`: it may at once. */
  turn: Promise<void> | null;
  /**
   * Lets the run replay only its stored calls, so that its record is complete. The first call that is not in the
   * journal ends the run for this reason.
   */
  endReason?: string | undefined;
  /** Called with the number of events of the run that are stored. */
  markStored(count: number): void;
  /** Called with events before they are stored. They are stored when the promise is settled; `null`: at once. */
  beforeStoring(events: readonly StoredEvent[]): Promise<void> | null;
}

/** The journal of a server's debates. */
export interface DebateJournals {
  forDebate(options: DebateJournalOptions): Journal;
  /** Releases every open run unfinished, for the next server to resume. Later writes are refused. */
  suspend(): Promise<void>;
}

/** Codes of journal errors that pass: the disk is full, or the database is away. */
const TEMPORARY_CODES: ReadonlySet<string> = new Set<JournalErrorCode>([
  "journal_full",
  "journal_locked",
  "journal_read_only",
  "journal_unavailable",
]);

export function isTemporaryFault(error: unknown): boolean {
  return error instanceof JournalError && TEMPORARY_CODES.has(error.code);
}

/** True for the end of a debate that goes on when its journal can be written again. It isn't stored: the debate is not over. */
export function isInterruption(event: StoredEvent | undefined): boolean {
  return event?.type === "debate.failed" && TEMPORARY_CODES.has(event.error.code);
}

export function createDebateJournals(store: RunStore): DebateJournals {
  const openRuns = new Set<JournalRun>();
  /** Calling a model and reading its reply take time, so other work on this thread runs between two of them. */
  const takeTurn = createYieldingQueue(Infinity);
  let suspended = false;

  /** A write that comes too late must not mark a run as failed. */
  function checkOpen(id: string): void {
    if (!suspended) return;
    throw new JournalError("journal_closed", `run "${id}": the server is shutting down`);
  }

  async function openRun(id: string, inputs: RunInputs, options: OpenOptions): Promise<JournalRun> {
    checkOpen(id);
    const run = await store.open(id, inputs, options);
    if (suspended) {
      await run.close(run.stored.status);
      checkOpen(id);
    }
    openRuns.add(run);
    return run;
  }

  function guardRun(run: JournalRun, options: DebateJournalOptions): JournalRun {
    const { turn, endReason, markStored, beforeStoring } = options;
    const { id } = run.stored;
    /** Later events must not be stored before events whose messages are being stored. */
    let before: Promise<unknown> | null = null;
    let isInterrupted = false;
    return {
      stored: run.stored,
      async stepStarted(...step) {
        if (endReason !== undefined) {
          // Replies that are in the journal are read before the run ends.
          await nextTurn();
          throw Object.assign(new AbortError(), { message: endReason });
        }
        await turn;
        checkOpen(id);
        await run.stepStarted(...step);
        await takeTurn();
      },
      async stepFinished(step, outcome) {
        checkOpen(id);
        await run.stepFinished(step, outcome);
        await takeTurn();
      },
      async appendEvents(newEvents) {
        const events = newEvents.filter((event) => !isInterruption(event));
        isInterrupted ||= events.length < newEvents.length;
        if (events.length === 0) return;
        const messages = beforeStoring(events);
        if (messages) before = Promise.all([before, messages]);
        if (before) await before;
        checkOpen(id);
        await run.appendEvents(events);
        markStored((events.at(-1)?.seq ?? -1) + 1);
      },
      async close(status) {
        checkOpen(id);
        openRuns.delete(run);
        await run.close(isInterrupted ? "running" : status);
      },
    };
  }

  return {
    forDebate: (options) => ({
      behind: store,
      read: (id) => store.read(id),
      async open(id, inputs, how) {
        const run = await openRun(id, inputs, { ...how, patienceMs: options.patienceMs });
        options.markStored(run.stored.events.length);
        return guardRun(run, options);
      },
    }),
    async suspend() {
      suspended = true;
      const runs = [...openRuns];
      openRuns.clear();
      await Promise.allSettled(runs.map(async (run) => run.close("running")));
    },
  };
}
