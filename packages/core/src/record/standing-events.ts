import { hasSameSubject, isInvalidatedBy, isSameEvent } from "../protocol/event-rules.ts";
import type { StoredEvent, StoredEventBody } from "../protocol/events.ts";

/** The events of a log that still hold, in the order of the log. */
export class StandingEvents {
  #events: StoredEvent[] = [];

  /** Adds the next event of the log. Returns whether it invalidated earlier ones. */
  add(event: StoredEvent): boolean {
    const isReplacement = this.#events.some((earlier) => hasSameSubject(earlier, event));
    const standing = this.#events.filter(
      (earlier) => !isInvalidatedBy(earlier, event, isReplacement),
    );
    const invalidates = standing.length < this.#events.length;
    this.#events = [...standing, event];
    return invalidates;
  }

  /** The event that says the same, where one still holds. */
  find(body: StoredEventBody): StoredEvent | undefined {
    return this.#events.find((event) => isSameEvent(event, body));
  }

  [Symbol.iterator](): Iterator<StoredEvent> {
    return this.#events.values();
  }
}
