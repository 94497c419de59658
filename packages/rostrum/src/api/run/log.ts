import { createRecorder, type Recorder } from "../../record/index.ts";
import type { DebateEvent, StoredEvent, StoredEventBody } from "../../protocol/events.ts";
import type { JournalRun } from "../../protocol/journal.ts";

/** Numbers the events of a run and takes them to the record, the journal and whoever listens. */
export interface EventLog {
  readonly recorder: Recorder;
  emit(body: StoredEventBody): void;
  /** Resolves when the journal has everything emitted so far. */
  written(): Promise<void>;
}

export interface LogOptions {
  id: string;
  now: () => number;
  journal: JournalRun | null;
  listener: ((event: DebateEvent) => void) | undefined;
}

export function createLog({ id, now, journal, listener }: LogOptions): EventLog {
  const recorder = createRecorder();
  const writes: Promise<void>[] = [];
  const heardLater = (): void => undefined;
  let earlier: readonly StoredEvent[] = journal?.stored.events ?? [];
  let seq = 0;

  return {
    recorder,
    emit(body) {
      const before = earlier[seq];
      let event: StoredEvent = { ...body, debateId: id, at: now(), seq };
      if (before && sameFact(before, event)) {
        // A resumed run comes past what an earlier process logged: the log keeps its first times.
        event = before;
      } else {
        earlier = [];
        if (journal) {
          // What goes wrong is told by written(); until somebody asks, it is nobody's rejection.
          const written = append(journal, event);
          written.catch(heardLater);
          writes.push(written);
        }
      }
      seq += 1;
      recorder.apply(event);
      listener?.(event);
    },
    async written() {
      await Promise.all(writes.splice(0));
    },
  };
}

/** A journal may throw at once, or later: here it rejects. */
async function append(journal: JournalRun, event: StoredEvent): Promise<void> {
  await journal.appendEvents([event]);
}

function sameFact(a: StoredEvent, b: StoredEvent): boolean {
  return JSON.stringify({ ...a, at: 0 }) === JSON.stringify({ ...b, at: 0 });
}
