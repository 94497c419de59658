import type { StoredEvent } from "../protocol/events.ts";
import { Recorder, type RunSummaryRow } from "../record/index.ts";
import { UnreadableRow } from "./rows.ts";

/** Keeps the list row of a run while its events are written. */
export class SummaryKeeper {
  #events: StoredEvent[] = [];
  #recorder = new Recorder();

  /** Begins with the events that a journal has stored. */
  static from(events: readonly StoredEvent[]): SummaryKeeper {
    const keeper = new SummaryKeeper();
    try {
      for (const event of events) keeper.apply(event);
    } catch (cause) {
      throw new UnreadableRow("an event can't be read", { cause });
    }
    return keeper;
  }

  /** An event that comes again replaces the earlier one and all after it. */
  apply(event: StoredEvent): void {
    if (event.seq < this.#events.length) {
      this.#events.length = event.seq;
      this.#recorder = new Recorder();
      for (const earlier of this.#events) this.#recorder.apply(earlier);
    }
    this.#events.push(event);
    this.#recorder.apply(event);
  }

  row(): RunSummaryRow {
    return this.#recorder.summarize();
  }
}
