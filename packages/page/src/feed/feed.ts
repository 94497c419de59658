import type { DebateEvent, StoredEvent, DeltaEvent } from "@rostrum/core/protocol";
import { type DebateRecord, fold, followTexts, type LiveTexts } from "@rostrum/core/record";

/** State of a debate at one moment. */
export interface DebateSnapshot {
  events: readonly StoredEvent[];
  record: DebateRecord;
  live: LiveTexts;
}

/** Collects events and reports the resulting state. */
export interface Feed {
  /** Adds events that arrived together, and reports the new state once. */
  push(events: readonly DebateEvent[]): void;
  /** Drops texts in flight, because they are about to be sent again. */
  restart(): void;
}

export function createFeed(report: (snapshot: DebateSnapshot) => void): Feed {
  const live = new Map<string, DeltaEvent>();
  let log = createLog([]);
  return {
    push(events) {
      for (const event of events) followTexts(live, event);
      log = extendLog(log, events);
      if (log.events.length > 0) report(createSnapshot(log, new Map(live)));
    },
    restart() {
      live.clear();
    },
  };
}

type Log = Pick<DebateSnapshot, "events" | "record">;

function extendLog(log: Log, events: readonly DebateEvent[]): Log {
  const stored = events.filter((event) => event.type !== "debate.delta");
  if (stored.length === 0) return log;
  const extended = [...log.events];
  for (const event of stored) {
    // A resumed run may send an event again: it replaces the old one and everything after it.
    extended.length = Math.min(extended.length, event.seq);
    extended.push(event);
  }
  return createLog(extended);
}

/** Folds its events lazily, because not every snapshot is rendered. */
function createLog(events: readonly StoredEvent[]): Log {
  let record: DebateRecord | null = null;
  return {
    events,
    get record() {
      return (record ??= fold(events));
    },
  };
}

function createSnapshot(log: Log, live: LiveTexts): DebateSnapshot {
  return {
    events: log.events,
    live,
    get record() {
      return log.record;
    },
  };
}
