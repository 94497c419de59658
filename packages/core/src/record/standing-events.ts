import {
  findEventPlace,
  findReach,
  isInvalidatedBy,
  nameSubject,
  saysSame,
} from "../protocol/event-rules.ts";
import type { StoredEvent, StoredEventBody } from "../protocol/events.ts";

/** The events of a log that still hold, in the order of the log. */
export class StandingEvents {
  /** By subject. */
  readonly #events = new Map<string, StoredEvent>();
  /** The place of the event that is furthest in the debate. */
  #furthest = -Infinity;

  /** Adds the next event of the log. Returns whether it invalidated earlier ones. */
  add(event: StoredEvent): boolean {
    const subject = nameSubject(event);
    const isReplacement = this.#events.has(subject);
    const invalidates = isReplacement || this.#furthest > findReach(event, false);
    if (invalidates) this.#drop((earlier) => isInvalidatedBy(earlier, event, isReplacement));
    this.#events.set(subject, event);
    this.#furthest = Math.max(this.#furthest, findEventPlace(event));
    return invalidates;
  }

  /** The event that says the same, where one still holds. */
  find(body: StoredEventBody): StoredEvent | undefined {
    const event = this.#events.get(nameSubject(body));
    return event && saysSame(event, body) ? event : undefined;
  }

  [Symbol.iterator](): Iterator<StoredEvent> {
    return this.#events.values();
  }

  #drop(isInvalidated: (earlier: StoredEvent) => boolean): void {
    for (const [subject, earlier] of this.#events) {
      if (isInvalidated(earlier)) this.#events.delete(subject);
    }
    this.#furthest = Math.max(-Infinity, ...[...this.#events.values()].map(findEventPlace));
  }
}
