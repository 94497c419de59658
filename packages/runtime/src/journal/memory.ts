import { AbortError, copyPlain, omitUndefined } from "@rostrum/core/support";
import {
  addKnown,
  type Assignment,
  type JournalRun,
  type RemovedRun,
  type RunInputs,
  type RunStatus,
  type RunSummary,
  type RunTotals,
  type SentCall,
  type StoredEvent,
  type StoredRun,
  type StoredStep,
} from "@rostrum/core/protocol";
import type { RunStore } from "./run-store.ts";
import type { ServiceStore } from "./service/service-store.ts";
import type { StoredShare } from "./service/share-store.ts";
import { sumByModel } from "@rostrum/core/record";
import { busyError, closedRunError, lostError } from "./faults.ts";
import { pickEarlier, pickOutcome, withoutFileData } from "./stored-fields.ts";
import { matches, readMoment, checkQuery, cutPage } from "./query.ts";
import { createLazyService } from "./lazy-store.ts";
import { toRunState } from "./rows.ts";
import { SummaryKeeper } from "./summary-keeper.ts";

interface Entry {
  id: string;
  /** Rises with every new run. */
  runNumber: number;
  inputs: RunInputs;
  status: RunStatus;
  steps: Map<string, StoredStep>;
  sentCalls: Map<string, SentCall>;
  events: StoredEvent[];
  keeper: SummaryKeeper;
  createdAt: number;
  updatedAt: number;
  /** Resolves when the current owner closes the run; `null` if it has no owner. */
  released: Promise<void> | null;
}

/** Keeps runs in memory, so that debates can be resumed, replayed and forked in this process. */
export function memoryJournal(now: () => number = Date.now): RunStore {
  const entries = new Map<string, Entry>();
  const assignments = new Map<string, Assignment>();
  const shares = new Map<string, StoredShare>();
  const removedRuns: RemovedRun[] = [];
  let created = 0;
  let loading: Promise<ServiceStore> | undefined;

  function create(id: string, inputs: RunInputs): Entry {
    created += 1;
    const at = now();
    return {
      id,
      runNumber: created,
      inputs,
      status: "running",
      steps: new Map(),
      sentCalls: new Map(),
      events: [],
      keeper: new SummaryKeeper(),
      createdAt: at,
      updatedAt: at,
      released: null,
    };
  }

  /** Removes a run with its reviewer and its share links, and keeps what it cost. */
  function removeEntry({ id, createdAt, events, keeper }: Entry): void {
    const { user, team, project, panelName } = keeper.row();
    const models = sumByModel(events);
    const payer = omitUndefined({ user, team, project, panelName }) as Partial<RemovedRun>;
    if (models.length > 0) removedRuns.push({ createdAt, models, ...payer });
    entries.delete(id);
    assignments.delete(id);
    for (const [hash, share] of shares) if (share.debate === id) shares.delete(hash);
  }

  function removeOld(isOld: (entry: Entry) => boolean): number {
    const old = [...entries.values()].filter((entry) => entry.released === null && isOld(entry));
    for (const entry of old) removeEntry(entry);
    return old.length;
  }

  /** Only servers need it, so a program without a server doesn't load it. */
  async function loadService(): Promise<ServiceStore> {
    const { memoryService } = await import("./service/memory-service.ts");
    return memoryService({
      async ownerOf(id) {
        const entry = entries.get(id);
        if (!entry) return undefined;
        const { user = null, team = null } = entry.keeper.row();
        return { user, team };
      },
      isRunning: async (id) => entries.get(id)?.status === "running",
      expire: async (olderThan) =>
        removeOld(({ status, updatedAt }) => status !== "running" && updatedAt < olderThan),
      now,
      assignments,
      shares,
      forgetIn(user, name) {
        for (const run of removedRuns) if (run.user === user) run.user = name;
      },
    });
  }

  function summarizeEntry({ id, status, createdAt, updatedAt, keeper }: Entry): RunSummary {
    const { waiting, ...row } = keeper.row();
    const assignment = assignments.get(id);
    const state = toRunState(status, waiting);
    const assigned = assignment ? { assignment } : {};
    return { id, ...row, status: state, createdAt, updatedAt, ...assigned };
  }

  const store: RunStore = {
    async open(id, inputs, { signal, patienceMs, takeOver = false } = {}) {
      let timeoutSignal: AbortSignal | undefined;
      const owner = (): Promise<void> | null =>
        takeOver ? null : (entries.get(id)?.released ?? null);
      for (let currentOwner = owner(); currentOwner; currentOwner = owner()) {
        if (timeoutSignal?.aborted || patienceMs === 0) {
          throw busyError(id, "another debate in this process");
        }
        if (patienceMs !== undefined) timeoutSignal ??= AbortSignal.timeout(patienceMs);
        await waitForOwner(currentOwner, signal, timeoutSignal);
      }
      const entry = entries.get(id) ?? create(id, inputs);
      entries.set(id, entry);
      return openEntry(entry, now);
    },
    async read(id) {
      const entry = entries.get(id);
      return entry && snapshot(entry);
    },
    async eventsFrom(id, seq) {
      return entries.get(id)?.events.slice(Math.max(0, seq));
    },
    async removedRuns({ from, to, user }) {
      return removedRuns.filter(
        (run) =>
          run.createdAt >= from && run.createdAt < to && (user === undefined || run.user === user),
      );
    },
    async sentCalls(id) {
      const calls = entries.get(id)?.sentCalls.values() ?? [];
      return [...calls].sort((a, b) => a.startedAt - b.startedAt);
    },
    async list(query = {}) {
      const checkedQuery = checkQuery(query);
      const { limit, cursor, oldestFirst } = checkedQuery;
      const all = [...entries.values()]
        .map((entry) => ({ n: entry.runNumber, summary: summarizeEntry(entry) }))
        .filter(({ summary }) => matches(summary, checkedQuery));
      const matchingRuns = all
        .filter(({ n }) => (oldestFirst ? n > cursor : n < cursor))
        .sort((a, b) => (oldestFirst ? a.n - b.n : b.n - a.n));
      const { rows, next } = cutPage(matchingRuns, limit);
      return {
        runs: rows.map(({ summary }) => summary),
        next,
        ...(query.totals ? { totals: sumRuns(all.map(({ summary }) => summary)) } : {}),
      };
    },
    async remove(id) {
      const entry = entries.get(id);
      if (!entry) return false;
      if (entry.released) throw busyError(id, "a debate in this process");
      removeEntry(entry);
      return true;
    },
    async listUnowned() {
      return [...entries.values()]
        .filter(({ released, status }) => released === null && status === "running")
        .map(({ id }) => id);
    },
    async prune(olderThan) {
      const moment = readMoment(olderThan, "olderThan");
      return removeOld(({ updatedAt }) => updatedAt < moment);
    },
    service: createLazyService(() => (loading ??= loadService())),
    async close() {
      // Memory needs no closing.
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
  return store;
}

function openEntry(entry: Entry, now: () => number): JournalRun {
  const { id } = entry;
  const { promise, resolve } = Promise.withResolvers<void>();
  let closed = false;
  entry.released = promise;

  function checkOwned(): void {
    if (closed) throw closedRunError(id);
    if (entry.released !== promise) throw lostError(id);
    entry.updatedAt = now();
  }

  return {
    stored: snapshot(entry),
    stepStarted(stepId, hash, earlier, prompt) {
      checkOwned();
      entry.status = "running";
      entry.steps.set(stepId, { hash, ...pickEarlier(earlier) });
      const storedPrompt = prompt
        ? { ...prompt, messages: prompt.messages.map(withoutFileData) }
        : (entry.sentCalls.get(stepId)?.prompt ?? null);
      entry.sentCalls.set(stepId, {
        stepId,
        startedAt: now(),
        finishedAt: null,
        prompt: storedPrompt,
      });
    },
    stepFinished(stepId, outcome) {
      checkOwned();
      const call = entry.sentCalls.get(stepId);
      if (call) entry.sentCalls.set(stepId, { ...call, finishedAt: now() });
      const hash = entry.steps.get(stepId)?.hash ?? "";
      entry.steps.set(stepId, { hash, outcome: pickOutcome(outcome) });
    },
    appendEvents(events) {
      checkOwned();
      // A completed run stays completed when events are added.
      if (entry.status === "failed") entry.status = "running";
      for (const event of events) {
        const storedEvent = copyPlain(event, structuredClone);
        entry.events.length = Math.min(entry.events.length, event.seq);
        entry.events.push(storedEvent);
        entry.keeper.apply(storedEvent);
      }
    },
    close(status) {
      if (closed) return;
      closed = true;
      resolve();
      if (entry.released !== promise) return;
      entry.status = status;
      entry.released = null;
    },
  };
}

/** Copies the containers, so that what a reader has doesn't change later. */
function snapshot({ id, inputs, status, steps, events }: Entry): StoredRun {
  return { id, inputs, status, steps: new Map(steps), events: [...events] };
}

function sumRuns(runs: readonly RunSummary[]): RunTotals {
  return {
    runs: runs.length,
    calls: runs.reduce((sum, { calls }) => sum + calls, 0),
    costUsd: runs.reduce<number | null>((sum, { costUsd }) => addKnown(sum, costUsd), 0),
    atLeastUsd: runs.reduce((sum, { atLeastUsd }) => sum + atLeastUsd, 0),
  };
}

/** Waits for the owner; `timeoutSignal` only ends the waiting. */
async function waitForOwner(
  whenEnded: Promise<void>,
  signal: AbortSignal | undefined,
  timeoutSignal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(new AbortError(signal?.reason));
  const release = (): void => resolve();
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  timeoutSignal?.addEventListener("abort", release, { once: true });
  try {
    await Promise.race([whenEnded, promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
    timeoutSignal?.removeEventListener("abort", release);
  }
}
