import type { DebateEvent, StoredEvent } from "../../../rostrum/src/protocol/events.ts";
import { fold } from "../../../rostrum/src/record/index.ts";
import { createFeed, type Moment } from "../../../viewer/src/feed/feed.ts";
import { keepEvents, keptEvents } from "./kept-events.ts";
import { paced, type Paced } from "./pace.ts";

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
export function runOf(id: string): Run | undefined {
  const events = runs.has(id) ? null : keptEvents(id);
  if (events) runs.set(id, openedRun(id, { events, record: fold(events), live: new Map() }));
  return runs.get(id);
}

/** Latest first. */
export const allRuns = (): Run[] => [...runs.values()].reverse();

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
export function beginRun(id: string, slow: boolean, stop: () => void): RunInput {
  let ended: { problem: string | null } | null = null;
  let left = 0;
  const settle = (): void => {
    if (ended === null || left > 0) return;
    change(id, { busy: false, ...ended });
    keepEvents(id, events);
  };
  const events: StoredEvent[] = [];
  const feed = createFeed((moment) => change(id, { moment }), nextFrame);
  const pace: Paced = paced(
    (event) => {
      left -= 1;
      feed.push(event);
      if (event.type !== "debate.delta") events.push(event);
      settle();
    },
    (task, ms) => setTimeout(task, ms),
  );
  if (!slow) pace.hurry();
  runs.set(id, {
    ...{ id, moment: null, busy: true, working: true, problem: null, hurry: pace.hurry },
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

/** A finished debate from a file or a link. */
export function openRun(id: string, moment: Moment): void {
  runs.set(id, openedRun(id, moment));
  keepEvents(id, moment.events);
  change(id, {});
}

function openedRun(id: string, moment: Moment): Run {
  const nothing = (): void => undefined;
  return { id, moment, busy: false, working: false, problem: null, hurry: nothing, stop: nothing };
}

/** The events for a link or a file. */
export function eventsOf(run: Run | undefined): readonly StoredEvent[] {
  return run?.moment?.events ?? [];
}

/** A hidden tab gets no frames, but a timer still fires now and then. */
function nextFrame(task: () => void): void {
  if (document.hidden) setTimeout(task, 100);
  else requestAnimationFrame(task);
}
