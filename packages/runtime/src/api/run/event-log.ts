import { Recorder, toHeardNote } from "@rostrum/core/record";
import type {
  DebateEvent,
  Ending,
  HeardNote,
  JournalRun,
  PartialResult,
  Review,
  Round,
  StartedEvent,
  StoredEvent,
  StoredEventBody,
} from "@rostrum/core/protocol";

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
  /** The record of the events that the loop has emitted so far. */
  readonly #emitted: Recorder = new Recorder();
  /** The record of the whole log, with what earlier processes stored. */
  readonly #allEvents: Recorder;
  readonly #writes: Promise<void>[] = [];
  /** Number of stored events that listeners have received. */
  #deliveredCount = 0;
  #seq: number;

  constructor({ id, journal, listener }: LogOptions) {
    this.#id = id;
    this.#journal = journal;
    this.#listener = listener;
    this.#stored = journal?.stored.events ?? [];
    this.#allEvents = this.#stored.length === 0 ? this.#emitted : new Recorder();
    for (const event of this.#stored) this.#allEvents.applyUntrusted(event);
    this.#seq = (this.#stored.at(-1)?.seq ?? -1) + 1;
  }

  emit(body: StoredEventBody): void {
    const before = this.#findStored(body);
    if (before) {
      this.#emitted.applyUntrusted(before);
      this.#tellUpTo(before.seq);
      return;
    }
    this.#tellUpTo(Infinity);
    const event: StoredEvent = { ...body, debateId: this.#id, at: Date.now(), seq: this.#seq };
    this.#seq += 1;
    if (this.#journal) {
      // drainWrites() reports the error; until then, it must not become an unhandled rejection.
      const write = appendEvent(this.#journal, event);
      write.catch(ignore);
      this.#writes.push(write);
    }
    this.#emitted.apply(event);
    if (this.#allEvents !== this.#emitted) this.#allEvents.apply(event);
    this.#listener?.(event);
  }

  /** The event of an earlier process that says the same and still holds. */
  #findStored(body: StoredEventBody): StoredEvent | undefined {
    if (this.#stored.length === 0) return undefined;
    // A wait that is over is announced again: the run had ended meanwhile, or what led to the wait came again.
    const isOver = this.#waitsNow(body) && !this.#allEvents.isOpenWait(body);
    return isOver ? undefined : this.#allEvents.find(body);
  }

  /** True if the run waits for a person after this event. */
  #waitsNow(body: StoredEventBody): boolean {
    if (body.type === "debate.escalated") return body.waiting && this.review() === undefined;
    return body.type === "debate.waiting";
  }

  /** The rounds of the events that the loop has emitted so far. */
  get rounds(): readonly Round[] {
    return this.#emitted.rounds;
  }

  result(): PartialResult {
    return this.#allEvents.result();
  }

  /** Attempts at a step that the log reports. */
  attemptsAt(step: string): number {
    return this.#allEvents.attemptsAt(step);
  }

  /** The warnings of this start, if the log has others from the run's first one. */
  replaceWarnings({ warnings = [] }: StartedEvent): Pick<Ending, "startWarnings"> {
    const before = this.#allEvents.started?.warnings ?? [];
    return JSON.stringify(before) === JSON.stringify(warnings) ? {} : { startWarnings: warnings };
  }

  /** A person's review that an earlier process logged, where it still holds. */
  review(): Review | undefined {
    return this.#allEvents.review;
  }

  /** The moderator's notes that earlier processes logged. */
  notes(): HeardNote[] {
    return this.#stored.flatMap((event) =>
      event.type === "debate.said" ? [toHeardNote(event)] : [],
    );
  }

  /** The last round that an earlier process began; -1: none. */
  lastStarted(): number {
    return this.#allEvents.rounds.length - 1;
  }

  /** True if a person let the run continue after this round, in an earlier process. */
  proceeded(round: number): boolean {
    return this.#stored.some((event) => event.type === "debate.proceeded" && event.round === round);
  }

  /** Tells listeners everything that earlier processes logged: while a run waits, it adds nothing. */
  tellAll(): void {
    this.#tellUpTo(Infinity);
  }

  /** Resolves when the journal has everything emitted so far. Rejects only after the last write, because the run is closed then. */
  async drainWrites(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#writes.splice(0));
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }

  /** Waits for all writes. Errors are still reported to the run itself. */
  async waitForWrites(): Promise<void> {
    await Promise.all(this.#writes);
  }

  /** Listeners get the log in its own order, even if the loop emits events in another order. */
  #tellUpTo(last: number): void {
    // Counted before it is told, because a listener may act, and the run emits what follows from it.
    while (this.#deliveredCount < this.#stored.length) {
      const next = this.#stored[this.#deliveredCount] as StoredEvent;
      if (next.seq > last) return;
      this.#deliveredCount += 1;
      this.#listener?.(next);
    }
  }
}

const ignore = (): void => undefined;

/** A journal may throw synchronously or reject; here both reject. */
async function appendEvent(journal: JournalRun, event: StoredEvent): Promise<void> {
  await journal.appendEvents([event]);
}
