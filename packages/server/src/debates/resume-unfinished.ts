import type { Log } from "../log.ts";
import { setTimeout as after } from "node:timers/promises";
import { endAbandoned } from "@rostrum/runtime/api";
import type { StoredRun } from "@rostrum/core/protocol";
import type { RunStore, ServiceStore } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import { formatCause } from "../format-cause.ts";
import { isBusy } from "./debate-acts.ts";
import { isTemporaryFault } from "./debate-journal.ts";
import { readOrigin } from "./debate-order.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { ResumeOptions, ResumeStored } from "./resume-stored.ts";

interface UnfinishedOptions extends ResumeOptions {
  /** Stores whether the client of a chat without a key may find its debate again. */
  shared: Pick<ServiceStore, "freeRepeat">;
  /** Gets a line for a debate that is resumed, or can't be. */
  log: Log;
}

/** Resumes debates that another server left unfinished. */
export interface ResumeUnfinished {
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

export function createResumeUnfinished(
  options: UnfinishedOptions,
  resumeStored: ResumeStored,
): ResumeUnfinished {
  const { journal: store, running, log } = options;
  /** Runs of other programs, and runs that can't be resumed: not examined again until the settings change. */
  const ignoredRuns = new Set<string>();
  const resumingRuns = new Set<string>();
  const postponed = createPostponedRuns(log);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Resolves to true if the run continues in this process. */
  async function resumeRun(id: string): Promise<boolean> {
    try {
      const live = await resumeOrEnd(options, resumeStored, id);
      if (live === "not_ours") ignoredRuns.add(id);
      if (live === "not_ours" || live === null) return false;
      log(`resuming ${id}`);
      // If the journal fails again, the run waits longer, so that calls aren't paid for again and again.
      live.result.then(
        () => postponed.remove(id),
        (error: unknown) => isTemporaryFault(error) && postponed.add(id, error),
      );
      return true;
    } catch (error) {
      // Another server was faster.
      if (isBusy(error) || (await closeIfOver(store, id))) return false;
      if (isTemporaryFault(error)) postponed.add(id, error);
      else {
        ignoredRuns.add(id);
        log(`debate ${id} can't be resumed: ${formatCause(error)}`, {
          level: "error",
          debateId: id,
        });
      }
      return false;
    }
  }

  async function resumeUnowned(): Promise<[id: string, going: Promise<boolean>][]> {
    const unownedIds = await store.listUnowned();
    const ids = unownedIds.filter(
      (id) =>
        !isStopped &&
        ![running.byId, ignoredRuns, resumingRuns].some((runs) => runs.has(id)) &&
        !postponed.isTooEarly(id),
    );
    return ids.map((id) => {
      resumingRuns.add(id);
      return [id, resumeRun(id).finally(() => resumingRuns.delete(id))];
    });
  }

  function schedulePoll(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      resumeUnowned()
        // The journal is unavailable: requests that need it fail with an error, and the next poll tries again.
        .catch(() => [])
        .finally(schedulePoll);
    }, POLL_INTERVAL_MS);
    timer.unref();
  }

  return {
    async resumeAll() {
      const resuming = await resumeUnowned();
      if (timer === undefined) schedulePoll();
      const startTimeout = after(START_WAIT_MS, false, { ref: false });
      const resumedFlags = await Promise.all(
        resuming.map(([, each]) => Promise.race([each, startTimeout])),
      );
      return resuming.flatMap(([id], index) => (resumedFlags[index] ? [id] : []));
    },
    settingsChanged: () => ignoredRuns.clear(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Resumes a run, or ends it if nobody waits for it any more. `null`: it doesn't continue here. */
async function resumeOrEnd(
  options: UnfinishedOptions,
  resumeStored: ResumeStored,
  id: string,
): Promise<LiveDebate | "not_ours" | null> {
  const run = await options.journal.read(id);
  const record = run && fold(run.events);
  const origin = record && readOrigin(record.started);
  if (options.running.byId.has(id)) return null;
  if (!run || !origin) return "not_ours";
  // Nobody waits for a chat without a key any more. Its client can continue it with the same request.
  const outlivesItsCaller = origin.client !== "chat" || origin.keyed === true;
  // A debate that waits for a person keeps waiting, whoever requested it.
  if (record.status !== "waiting" && !outlivesItsCaller) {
    await endWithReplies(options, resumeStored, run);
    options.log(
      `debate ${id} was ended: its client was gone at the restart; the same request continues it`,
    );
    return null;
  }
  const live = await resumeStored(run, { patienceMs: 0 });
  if (!live) throw new Error("the user who started it no longer exists");
  await live.begun;
  return live;
}

/** Ends a run that nobody waits for, keeping all replies and costs. */
async function endWithReplies(
  { journal: store, shared }: UnfinishedOptions,
  resumeStored: ResumeStored,
  run: StoredRun,
): Promise<void> {
  await shared.freeRepeat(run.id).catch(() => undefined);
  try {
    const live = await resumeStored(run, { patienceMs: 0, endReason: CALLER_GONE });
    await live?.result.catch(() => undefined);
  } catch (error) {
    // The panel is gone too, so only the logged events are left.
    if (isBusy(error)) return;
  }
  const abandonedRun = await store.read(run.id);
  if (abandonedRun?.status === "running") await endAbandoned(store, abandonedRun, CALLER_GONE);
}

/** A debate that is over needs no panel to be closed. */
async function closeIfOver(store: RunStore, id: string): Promise<boolean> {
  try {
    const run = await store.read(id);
    if (!run || fold(run.events).status !== "completed") return false;
    await endAbandoned(store, run, "the debate was over");
    return true;
  } catch {
    return false;
  }
}

/** Runs to retry later, because the fault is the journal's, not the run's: the disk is full, or the database is away. */
function createPostponedRuns(log: Log): {
  add(id: string, error: unknown): void;
  remove(id: string): void;
  isTooEarly(id: string): boolean;
} {
  const postponed = new Map<string, { at: number; pauseMs: number }>();
  return {
    add(id, error) {
      const { pauseMs = FIRST_PAUSE_MS } = postponed.get(id) ?? {};
      if (!postponed.has(id))
        log(`debate ${id} will be resumed later: ${formatCause(error)}`, {
          level: "warn",
          debateId: id,
        });
      postponed.set(id, {
        at: performance.now() + pauseMs,
        pauseMs: Math.min(2 * pauseMs, MAX_PAUSE_MS),
      });
    },
    remove: (id) => postponed.delete(id),
    isTooEarly: (id) => performance.now() < (postponed.get(id)?.at ?? -Infinity),
  };
}
