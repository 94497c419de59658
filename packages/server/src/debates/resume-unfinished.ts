import { setTimeout as after } from "node:timers/promises";
import { endAbandoned } from "@rostrum/runtime/api";
import { removeKeys } from "@rostrum/runtime/sql-journal";
import type { RunStore, StoredRun, ServiceStore } from "@rostrum/core/protocol";
import { fold, type DebateRecord } from "@rostrum/core/record";
import type { LearnedPanels } from "../panels/learned-panels.ts";
import type { Users } from "../users/users.ts";
import { type Order, readOrigin, readResumable, type Resumable } from "./debate-order.ts";
import { isTemporaryFault } from "./debate-journal.ts";
import type { LiveDebate } from "./live-debate.ts";
import { isBusy } from "./debate-acts.ts";

export interface Beginning {
  before: DebateRecord;
  /** How long another process may take to release it. */
  patienceMs: number;
  /** Reason why no further call may be made: the run only ends with the replies that it has. */
  ending?: string;
}

export interface ResumeOptions {
  store: RunStore;
  users: Users;
  /** The debates that are already running here. */
  debates: ReadonlyMap<string, LiveDebate>;
  begin(order: Order, id: string, digest: string, beginning: Beginning): LiveDebate;
  /** Stores whether the client of a chat without a key may find its debate again. */
  repeats: Pick<ServiceStore, "freeRepeat">;
  learned: Pick<LearnedPanels, "find">;
  /** Gets a line for a debate that is resumed, or can't be. */
  log(line: string): void;
}

/** Resumes debates that another server left unfinished. */
export interface ResumeUnfinished {
  /**
   * `null` if it is over or another program's. Rejects if another process owns it for longer than `patienceMs`.
   * `hasReturned`: resumes it even if it was ended because its client had left.
   */
  resumeOne(id: string, patienceMs: number, hasReturned?: boolean): Promise<LiveDebate | null>;
  /** Resumes runs without an owner, now and at intervals. Returns the ids of the debates that continue here now. */
  resumeAll(): Promise<string[]>;
  /** Retries runs that could not be resumed: their panel or user may exist now. */
  settingsChanged(): void;
  stop(): void;
}

const CALLER_GONE = "the caller was gone when the server restarted";
/** How long the start waits to see whether debates can be resumed. */
const START_WAIT_MS = 500;
/** How often the server checks whether another one has died. */
const POLL_INTERVAL_MS = 500;
/** First and longest pause before a run is tried again that the journal could not read. */
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10 * 60 * 1000;

export function createResumeUnfinished(options: ResumeOptions): ResumeUnfinished {
  const { store, users, debates, begin, log, repeats } = options;
  /** Runs of other programs, and runs that can't be resumed: not examined again until the settings change. */
  const ignoredRuns = new Set<string>();
  const resumingRuns = new Set<string>();
  /** Runs that the journal failed to read, with the time of the next try. */
  const postponed = new Map<string, { at: number; pauseMs: number }>();
  let timer: NodeJS.Timeout | undefined;

  async function resumeStored(
    run: StoredRun | undefined,
    patienceMs: number,
    { ending, hasReturned }: { ending?: string; hasReturned?: boolean | undefined } = {},
  ): Promise<LiveDebate | null> {
    const resumable = run && readResumable(run, users, hasReturned);
    const runningDebate = run && debates.get(run.id);
    if (runningDebate || !resumable) return runningDebate ?? null;
    const beginning = { before: resumable.before, patienceMs, ...(ending ? { ending } : {}) };
    const order = await restoreLearned(resumable);
    const startedDebate = debates.get(run.id);
    if (startedDebate) return startedDebate;
    const live = begin(order, run.id, resumable.digest, beginning);
    await live.begun.catch((error: unknown) => {
      if (isBusy(error)) throw error;
    });
    return live;
  }

  /** Restores the calibration that the panel had when the debate began. */
  async function restoreLearned({ order, learned: version }: Resumable): Promise<Order> {
    const { panel } = order.request;
    if (version === undefined || panel === undefined) return order;
    const learned = await options.learned.find(panel, version);
    if (learned) return { ...order, learned };
    throw new Error(`version ${version} of its panel's calibration no longer exists`);
  }

  /** Resolves to true if the run continues in this process. */
  async function resumeRun(id: string): Promise<boolean> {
    try {
      const run = await store.read(id);
      const record = run && fold(run.events);
      const origin = record && readOrigin(record.started);
      if (debates.has(id)) return false;
      if (!run || !origin) {
        ignoredRuns.add(id);
        return false;
      }
      // Nobody waits for a chat without a key any more. Its client can continue it with the same request.
      const outlivesItsCaller = origin.client !== "chat" || origin.keyed === true;
      // A debate that waits for a person keeps waiting, whoever requested it.
      if (record.status !== "waiting" && !outlivesItsCaller) {
        await endWithReplies(run);
        log(
          `debate ${id} was ended: its client was gone at the restart; the same request continues it`,
        );
        return false;
      }
      const live = await resumeStored(run, 0);
      if (!live) throw new Error("the user who started it no longer exists");
      await live.begun;
      log(`resuming ${id}`);
      // If the journal fails again, the run waits longer, so that calls aren't paid for again and again.
      live.result.then(
        () => postponed.delete(id),
        (error: unknown) => isTemporaryFault(error) && postpone(id, error),
      );
      return true;
    } catch (error) {
      // Another server was faster.
      if (isBusy(error) || (await closeIfOver(id))) return false;
      if (isTemporaryFault(error)) return postpone(id, error);
      ignoredRuns.add(id);
      log(`debate ${id} can't be resumed: ${formatReason(error)}`);
      return false;
    }
  }

  /** A debate that is over needs no panel to be closed. */
  async function closeIfOver(id: string): Promise<boolean> {
    try {
      const run = await store.read(id);
      if (!run || fold(run.events).status !== "completed") return false;
      await endAbandoned(store, run, "the debate was over");
      return true;
    } catch {
      return false;
    }
  }

  /** Ends a run that nobody waits for, keeping all replies and costs. */
  async function endWithReplies(run: StoredRun): Promise<void> {
    await repeats.freeRepeat(run.id).catch(() => undefined);
    try {
      const live = await resumeStored(run, 0, { ending: CALLER_GONE });
      await live?.result.catch(() => undefined);
    } catch (error) {
      // The panel is gone too, so only the logged events are left.
      if (isBusy(error)) return;
    }
    const abandonedRun = await store.read(run.id);
    if (abandonedRun?.status === "running") await endAbandoned(store, abandonedRun, CALLER_GONE);
  }

  /** Retries later, because the fault is the journal's, not the run's: the disk is full, or the database is away. */
  function postpone(id: string, error: unknown): false {
    const { pauseMs = FIRST_PAUSE_MS } = postponed.get(id) ?? {};
    if (!postponed.has(id)) log(`debate ${id} will be resumed later: ${formatReason(error)}`);
    postponed.set(id, {
      at: performance.now() + pauseMs,
      pauseMs: Math.min(2 * pauseMs, MAX_PAUSE_MS),
    });
    return false;
  }

  async function resumeUnheld(): Promise<[id: string, going: Promise<boolean>][]> {
    const ids = (await store.listUnowned()).filter((id) => {
      const isPostponed = performance.now() < (postponed.get(id)?.at ?? -Infinity);
      return !debates.has(id) && !ignoredRuns.has(id) && !resumingRuns.has(id) && !isPostponed;
    });
    return ids.map((id) => {
      resumingRuns.add(id);
      return [id, resumeRun(id).finally(() => resumingRuns.delete(id))];
    });
  }

  function schedulePoll(): void {
    timer = setTimeout(() => {
      resumeUnheld()
        // The journal is unavailable: requests that need it fail with an error, and the next poll tries again.
        .catch(() => [])
        .finally(() => {
          if (timer !== undefined) schedulePoll();
        });
    }, POLL_INTERVAL_MS);
    timer.unref();
  }

  return {
    resumeOne: async (id, patienceMs, hasReturned) =>
      debates.get(id) ?? resumeStored(await store.read(id), patienceMs, { hasReturned }),
    async resumeAll() {
      const resuming = await resumeUnheld();
      if (timer === undefined) schedulePoll();
      const startTimeout = after(START_WAIT_MS, false, { ref: false });
      const resumedFlags = await Promise.all(
        resuming.map(([, each]) => Promise.race([each, startTimeout])),
      );
      return resuming.flatMap(([id], index) => (resumedFlags[index] ? [id] : []));
    },
    settingsChanged: () => ignoredRuns.clear(),
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function formatReason(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  return removeKeys(cause instanceof Error ? `${message} (${cause.message})` : message);
}
