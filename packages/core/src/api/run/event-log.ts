import { toHeardNote, Recorder } from "../../record/index.ts";
import type { DebateEvent, StoredEvent, StoredEventBody } from "../../protocol/events.ts";
import type { JournalRun } from "../../protocol/journal.ts";
import type { HeardNote } from "../../protocol/note.ts";
import type { Review } from "../../protocol/settings.ts";
import type { Round } from "../../protocol/position.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { createEarlierEvents } from "./earlier-events.ts";

export interface LogOptions {
  id: string;
  journal: JournalRun | null;
  listener: ((event: DebateEvent) => void) | undefined;
}

/**
 * Numbers the events of a run and passes them to the record, the journal and the listeners. The log only grows. A
 * resumed run emits again what an earlier process logged. Those events keep their numbers and times, and new events
 * are appended.
 */
export class EventLog {
  readonly #id: string;
  readonly #journal: JournalRun | null;
  readonly #listener: LogOptions["listener"];
  readonly #stored: readonly StoredEvent[];
  readonly #earlier: ReturnType<typeof createEarlierEvents> | null;
  readonly #passed: Recorder;
  readonly #whole: Recorder;
  #writes: Promise<void>[] | null = null;
  #told = 0;
  #seq: number;
  /** The record of the events that the loop has emitted so far. */
  readonly rounds: readonly Round[];

  constructor({ id, journal, listener }: LogOptions) {
    this.#id = id;
    this.#journal = journal;
    this.#listener = listener;
    const stored = journal?.stored.events ?? NO_EVENTS;
    this.#stored = stored;
    this.#earlier = stored.length === 0 ? null : createEarlierEvents(stored);
    this.#passed = new Recorder();
    this.#whole = stored.length === 0 ? this.#passed : new Recorder();
    this.#seq = (stored.at(-1)?.seq ?? -1) + 1;
    this.rounds = this.#passed.rounds;
  }

  /** The log owns the event from now on. */
  emit(body: StoredEventBody): void {
    const before = this.#earlier?.find(body);
    if (before) {
      this.#passed.apply(before);
      this.#tellUpTo(before.seq);
      return;
    }
    this.#tellUpTo(Infinity);
    // Completed in place: a copy of every event would take longer than the rest of this function.
    const event = body as StoredEvent;
    event.debateId = this.#id;
    event.at = Date.now();
    event.seq = this.#seq;
    this.#seq += 1;
    if (this.#journal) {
      // written() reports the error; until then, it must not become an unhandled rejection.
      const written = appendEvent(this.#journal, event);
      written.catch(ignore);
      (this.#writes ??= []).push(written);
    }
    this.#passed.apply(event);
    this.#tell(event);
  }

  /** What the whole log comes to. */
  result(): PartialResult {
    return this.#whole.result();
  }

  /** Attempts at a step that the log reports. */
  attemptsAt(step: string): number {
    return this.#whole.attemptsAt(step);
  }

  /** What a person said before an earlier process ended, where it still stands. */
  review(): Review | undefined {
    return this.#earlier?.review();
  }

  /** The moderator's notes that earlier processes logged. */
  notes(): HeardNote[] {
    return this.#stored.flatMap((event) =>
      event.type === "debate.said" ? [toHeardNote(event)] : [],
    );
  }

  /** The last round that an earlier process began; -1: none. */
  lastStarted(): number {
    return this.#stored.reduce(
      (last, event) => (event.type === "debate.round_started" ? Math.max(last, event.round) : last),
      -1,
    );
  }

  /** Whether a person let the run go on after this round, in an earlier process. */
  proceeded(round: number): boolean {
    return this.#stored.some((event) => event.type === "debate.proceeded" && event.round === round);
  }

  /** Tells listeners everything that earlier processes logged: while a run waits, it adds nothing. */
  tellAll(): void {
    this.#tellUpTo(Infinity);
  }

  /** Resolves when the journal has everything emitted so far. */
  async written(): Promise<void> {
    const writes = this.#writes ?? [];
    this.#writes = null;
    await Promise.all(writes);
  }

  /** The same for somebody else than the run, which is still told of an error. */
  async kept(): Promise<void> {
    await Promise.all(this.#writes ?? []);
  }

  #tell(event: StoredEvent): void {
    if (this.#whole !== this.#passed) this.#whole.apply(event);
    this.#listener?.(event);
  }

  /** Listeners get the log in its own order, even if the loop emits events in another order. */
  #tellUpTo(last: number): void {
    // Counted before it is told, because a listener may act, and the run emits what follows from it.
    while (this.#told < this.#stored.length) {
      const next = this.#stored[this.#told] as StoredEvent;
      if (next.seq > last) return;
      this.#told += 1;
      this.#tell(next);
    }
  }
}

const NO_EVENTS: readonly StoredEvent[] = [];

const ignore = (): void => undefined;

/** A journal may throw synchronously or reject; here both reject. */
async function appendEvent(journal: JournalRun, event: StoredEvent): Promise<void> {
  await journal.appendEvents([event]);
}
