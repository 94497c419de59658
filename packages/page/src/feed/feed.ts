import type { DebateEvent, StoredEvent, DeltaEvent } from "@rostrum/core/protocol";
import { type DebateRecord, fold, followTexts, type LiveTexts } from "@rostrum/core/record";

/** What is known about a debate at one moment. */
export interface Moment {
  events: readonly StoredEvent[];
  record: DebateRecord;
  live: LiveTexts;
}

/** Collects events and reports the state that they lead to. */
export interface Feed {
  push(event: DebateEvent): void;
  /** Drops the texts in flight, because they are about to be sent again. */
  restart(): void;
}

export function createFeed(report: (moment: Moment) => void): Feed {
  const live = new Map<string, DeltaEvent>();
  let log = createLog([]);
  return {
    push(event) {
      followTexts(live, event);
      if (event.type !== "debate.delta") {
        // If a resumed run sends an event again, the old one and all after it are replaced.
        log = createLog([...log.events.slice(0, event.seq), event]);
      }
      if (log.events.length > 0) report(createMoment(log, new Map(live)));
    },
    restart() {
      live.clear();
    },
  };
}

type Log = Pick<Moment, "events" | "record">;

/** Folds its events when somebody looks: of the moments within a frame, only the last one is shown. */
function createLog(events: readonly StoredEvent[]): Log {
  let record: DebateRecord | null = null;
  return {
    events,
    get record() {
      return (record ??= fold(events));
    },
  };
}

function createMoment(log: Log, live: LiveTexts): Moment {
  return {
    events: log.events,
    live,
    get record() {
      return log.record;
    },
  };
}
