import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { createFeed, type Moment, embedEvents } from "@rostrum/page";
import { keepDebate, readKeptDebate, listKeptIds } from "./kept-debates.ts";
import { createPace, type Paced } from "./pace.ts";

/** A debate that this page knows: one that runs here, or one that was opened. */
export interface Run {
  id: string;
  moment: Moment | null;
  /** Not all of its events are shown. */
  busy: boolean;
  /** It can be stopped. A finished debate whose events are shown slowly can't. */
  working: boolean;
  /** Why it ended without a record. */
  problem: string | null;
  /** Shows the remaining events without pauses. */
  hurry(): void;
  stop(): void;
}

/** What the code that runs a debate reports to the page. */
export interface RunInput {
  push(event: DebateEvent): void;
  end(problem?: string): void;
}

const runs = new Map<string, Run>();
const listeners = new Set<() => void>();

/** A run of this tab, even if it started before a reload. */
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

/** Reads the debates that this tab had before a reload, oldest first. */
function restore(): void {
  if (restored) return;
  restored = true;
  for (const id of listKeptIds()) {
    const kept = readKeptDebate(id);
    if (kept) runs.set(id, createOpenedRun(id, kept));
  }
}

/** Calls the listener whenever a run changes; returns a function that stops it. */
export function watchRuns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(id: string, changes: Partial<Run>): void {
  const run = runs.get(id);
  if (run) runs.set(id, { ...run, ...changes });
  for (const listener of listeners) listener();
}

/** A run whose events are about to arrive. `slow` adds pauses so that people can follow. */
export function beginRun(
  id: string,
  slow: boolean,
  stop: () => void,
  /** Told when all is to be shown at once. */
  onHurry: () => void = () => {},
): RunInput {
  restore();
  let ended: { problem: string | null } | null = null;
  let left = 0;
  const settle = (): void => {
    if (ended === null || left > 0) return;
    change(id, { busy: false, ...ended });
    if (events.length > 0) keepDebate(id, events);
  };
  const events: StoredEvent[] = [];
  const feed = createFeed((moment) => change(id, { moment }));
  const pace: Paced = createPace(
    (event) => {
      left -= 1;
      feed.push([event]);
      if (event.type !== "debate.delta") events.push(event);
      settle();
    },
    (task, ms) => setTimeout(task, ms),
  );
  if (!slow) pace.hurry();
  runs.set(id, {
    ...{ id, moment: null, busy: true, working: true, problem: null },
    hurry() {
      pace.hurry();
      onHurry();
    },
    stop() {
      pace.hurry();
      stop();
    },
  });
  change(id, {});
  return {
    push(event) {
      left += 1;
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
 * A debate from a file or a link. Returns the id that it has here: if another debate of this tab has
 * the same id, this one gets a new one.
 */
export function openRun(wanted: string, moment: Moment): string {
  restore();
  let id = wanted;
  for (let copy = 2; runs.has(id) && !isSame(runs.get(id)?.moment, moment); copy += 1) {
    id = `${wanted}-${copy}`;
  }
  if (!runs.has(id)) {
    runs.set(id, createOpenedRun(id, moment));
    keepDebate(id, moment.events.length > 0 ? moment.events : moment.record);
  }
  change(id, {});
  return id;
}

/** A link leaves out who asked, so that is not compared. */
function isSame(one: Moment | null | undefined, other: Moment): boolean {
  const contents = ({ events, record }: Moment): string =>
    events.length > 0 ? embedEvents(events) : JSON.stringify(record);
  return one !== null && one !== undefined && contents(one) === contents(other);
}

function createOpenedRun(id: string, moment: Moment): Run {
  const nothing = (): void => undefined;
  return { id, moment, busy: false, working: false, problem: null, hurry: nothing, stop: nothing };
}

/** The events for a link or a file. */
export function getEvents(run: Run | undefined): readonly StoredEvent[] {
  return run?.moment?.events ?? [];
}
