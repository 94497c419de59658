import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { createFeed, type DebateSnapshot, embedEvents } from "@rostrum/page";
import { storeDebate, readStoredDebate, listStoredIds } from "./kept-debates.ts";
import { createPace, type Paced } from "./pace.ts";

/** A debate on this page: run here, or opened from a file or a link. */
export interface Run {
  id: string;
  snapshot: DebateSnapshot | null;
  /** True while some events are yet to be shown. */
  busy: boolean;
  /** True while the debate can be stopped. False once it has finished, even if its events are still being shown. */
  working: boolean;
  /** Reason for which it ended without a record. */
  problem: string | null;
  /** Shows the remaining events without pauses. */
  skipPauses(): void;
  stop(): void;
}

/** Callbacks for the code that runs a debate. */
export interface RunInput {
  push(event: DebateEvent): void;
  end(problem?: string): void;
}

const runs = new Map<string, Run>();
const listeners = new Set<() => void>();

/** Finds a run of this tab, including those from before a reload. */
export function findRun(id: string): Run | undefined {
  restore();
  return runs.get(id);
}

/** Latest first. */
export function listRuns(): Run[] {
  restore();
  return [...runs.values()].reverse();
}

let restored = false;

/** Restores the debates from before a reload, oldest first. */
function restore(): void {
  if (restored) return;
  restored = true;
  for (const id of listStoredIds()) {
    const snapshot = readStoredDebate(id);
    if (snapshot) runs.set(id, createOpenedRun(id, snapshot));
  }
}

/** Calls the listener whenever a run changes. Returns a function that removes it. */
export function watchRuns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(id: string, changes: Partial<Run>): void {
  const run = runs.get(id);
  if (run) runs.set(id, { ...run, ...changes });
  for (const listener of listeners) listener();
}

/** Creates a run for events that will arrive. `slow` adds pauses so that people can follow. */
export function beginRun(
  id: string,
  slow: boolean,
  stop: () => void,
  /** Called when all events are to be shown at once. */
  onHurry: () => void = () => {},
): RunInput {
  restore();
  let ended: { problem: string | null } | null = null;
  let pendingCount = 0;
  const settle = (): void => {
    if (ended === null || pendingCount > 0) return;
    change(id, { busy: false, ...ended });
    if (events.length > 0) storeDebate(id, events);
  };
  const events: StoredEvent[] = [];
  const feed = createFeed((snapshot) => change(id, { snapshot }));
  const pace: Paced = createPace(
    (event) => {
      pendingCount -= 1;
      feed.push([event]);
      if (event.type !== "debate.delta") events.push(event);
      settle();
    },
    (task, ms) => setTimeout(task, ms),
  );
  if (!slow) pace.skipPauses();
  runs.set(id, {
    ...{ id, snapshot: null, busy: true, working: true, problem: null },
    skipPauses() {
      pace.skipPauses();
      onHurry();
    },
    stop() {
      pace.skipPauses();
      stop();
    },
  });
  change(id, {});
  return {
    push(event) {
      pendingCount += 1;
      pace.push(event);
    },
    end(problem) {
      ended ??= { problem: problem ?? null };
      change(id, { working: false });
      settle();
    },
  };
}

/**
 * Adds a debate from a file or a link. Returns its id on this page, a new one if another debate of this tab has the
 * same id.
 */
export function openRun(preferredId: string, snapshot: DebateSnapshot): string {
  restore();
  let id = preferredId;
  for (let copy = 2; runs.has(id) && !isSame(runs.get(id)?.snapshot, snapshot); copy += 1) {
    id = `${preferredId}-${copy}`;
  }
  if (!runs.has(id)) {
    runs.set(id, createOpenedRun(id, snapshot));
    storeDebate(id, snapshot.events.length > 0 ? snapshot.events : snapshot.record);
  }
  change(id, {});
  return id;
}

/** Compares two debates without their users, whom a link omits. */
function isSame(one: DebateSnapshot | null | undefined, other: DebateSnapshot): boolean {
  const contents = ({ events, record }: DebateSnapshot): string =>
    events.length > 0 ? embedEvents(events) : JSON.stringify(record);
  return one !== null && one !== undefined && contents(one) === contents(other);
}

function createOpenedRun(id: string, snapshot: DebateSnapshot): Run {
  const doNothing = (): void => undefined;
  return {
    id,
    snapshot,
    busy: false,
    working: false,
    problem: null,
    skipPauses: doNothing,
    stop: doNothing,
  };
}

/** Events for a link or a file. */
export function getEvents(run: Run | undefined): readonly StoredEvent[] {
  return run?.snapshot?.events ?? [];
}
