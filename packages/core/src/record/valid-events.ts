import {
  findEventPlace,
  findLastKeptPlace,
  isInvalidatedBy,
  nameSubject,
  saysSame,
} from "../protocol/event-rules.ts";
import type { StoredEvent, StoredEventBody } from "../protocol/events.ts";

/** Events of a log that are still valid, in the order of the log. */
export class ValidEvents {
  /** By subject. */
  readonly #events = new Map<string, StoredEvent>();
  /** Largest position of an event in the order of the debate. */
  #lastPosition = -Infinity;

  /** Adds the next event of the log. Returns true if it invalidated earlier ones. */
  add(event: StoredEvent): boolean {
    const subject = nameSubject(event);
    const isReplacement = this.#events.has(subject);
    const invalidates = isReplacement || this.#lastPosition > findLastKeptPlace(event, false);
    if (invalidates) this.#drop((earlier) => isInvalidatedBy(earlier, event, isReplacement));
    this.#events.set(subject, event);
    this.#lastPosition = Math.max(this.#lastPosition, findEventPlace(event));
    return invalidates;
  }

  /** The valid event with the same content, if there is one. */
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
    this.#lastPosition = Math.max(-Infinity, ...[...this.#events.values()].map(findEventPlace));
  }
}
