import { Recorder, heardNote, type DebateRecord } from "../../record/index.ts";
import type { DebateEvent, StoredEvent, StoredEventBody } from "../../protocol/events.ts";
import type { JournalRun } from "../../protocol/journal.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { Review } from "../../protocol/settings.ts";
import type { Round } from "../../protocol/position.ts";
import { earlierEvents } from "./earlier-events.ts";

/** Numbers the events of a run and passes them to the record, the journal and the listeners. */
export interface EventLog {
  /** The record of the events that the loop has emitted so far. */
  readonly rounds: readonly Round[];
  /** The log owns the event from now on. */
  emit(body: StoredEventBody): void;
  /** The record of the whole log. */
  record(): DebateRecord;
  /** Attempts at a step that the log reports. */
  attemptsAt(step: string): number;
  /** What a person said before an earlier process ended, where it still stands. */
  review(): Review | undefined;
  /** The moderator's notes that earlier processes logged. */
  notes(): HeardNote[];
  /** The last round that an earlier process began; -1: none. */
  lastStarted(): number;
  /** Whether a person let the run go on after this round, in an earlier process. */
  proceeded(round: number): boolean;
  /** Tells listeners everything that earlier processes logged: while a run waits, it adds nothing. */
  tellAll(): void;
  /** Resolves when the journal has everything emitted so far. */
  written(): Promise<void>;
  /** The same for somebody else than the run, which is still told of an error. */
  kept(): Promise<void>;
}

export interface LogOptions {
  id: string;
  now: () => number;
  journal: JournalRun | null;
  listener: ((event: DebateEvent) => void) | undefined;
}

/**
 * The log only grows. A resumed run emits again what an earlier process logged. Those events keep their
 * numbers and times, and new events are appended.
 */
export function createLog({ id, now, journal, listener }: LogOptions): EventLog {
  const stored = journal?.stored.events ?? [];
  const earlier = stored.length === 0 ? null : earlierEvents(stored);
  const passed = new Recorder();
  const whole = stored.length === 0 ? passed : new Recorder();
  const writes: Promise<void>[] = [];
  const heardLater = (): void => undefined;
  let told = 0;
  let seq = (stored.at(-1)?.seq ?? -1) + 1;

  function tell(event: StoredEvent): void {
    if (whole !== passed) whole.apply(event);
    listener?.(event);
  }

  /** Listeners get the log in its own order, even if the loop emits events in another order. */
  function tellUpTo(last: number): void {
    // Counted before it is told, because a listener may act, and the run emits what follows from it.
    while (told < stored.length && (stored[told] as StoredEvent).seq <= last) {
      told += 1;
      tell(stored[told - 1] as StoredEvent);
    }
  }

  return {
    rounds: passed.rounds,
    record: () => whole.record(),
    attemptsAt: (step) => whole.attemptsAt(step),
    review: () => earlier?.review(),
    emit(body) {
      const before = earlier?.find(body);
      if (before) {
        passed.apply(before);
        tellUpTo(before.seq);
        return;
      }
      tellUpTo(Infinity);
      // Completed in place: a copy of every event would take longer than the rest of this function.
      const event = body as StoredEvent;
      event.debateId = id;
      event.at = now();
      event.seq = seq;
      seq += 1;
      if (journal) {
        // written() reports the error; until then, it must not become an unhandled rejection.
        const written = append(journal, event);
        written.catch(heardLater);
        writes.push(written);
      }
      passed.apply(event);
      tell(event);
    },
    notes: () =>
      stored.flatMap((event) => (event.type === "debate.said" ? [heardNote(event)] : [])),
    lastStarted: () =>
      stored.reduce(
        (last, event) =>
          event.type === "debate.round_started" ? Math.max(last, event.round) : last,
        -1,
      ),
    proceeded: (round) =>
      stored.some((event) => event.type === "debate.proceeded" && event.round === round),
    tellAll: () => tellUpTo(Infinity),
    async kept() {
      await Promise.all(writes);
    },
    async written() {
      await Promise.all(writes.splice(0));
    },
  };
}

/** A journal may throw synchronously or reject; here both reject. */
async function append(journal: JournalRun, event: StoredEvent): Promise<void> {
  await journal.appendEvents([event]);
}
