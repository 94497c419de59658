import type { StoredEvent } from "@rostrum/core/protocol";
import { Recorder, type RunSummaryRow, summarize } from "@rostrum/core/record";
import { UnreadableRow } from "./rows.ts";

/** Keeps the list row of a run while its events are written. Events are read when somebody wants the row. */
export class SummaryKeeper {
  readonly #events: StoredEvent[] = [];
  #recorder = new Recorder();
  #read = 0;

  /** Begins with the events that a journal has stored. */
  static from(events: readonly StoredEvent[]): SummaryKeeper {
    const keeper = new SummaryKeeper();
    try {
      for (const event of events) keeper.apply(event);
      keeper.#readOn();
    } catch (cause) {
      throw new UnreadableRow("an event can't be read", { cause });
    }
    return keeper;
  }

  /** An event that comes again replaces the earlier one and all after it. */
  apply(event: StoredEvent): void {
    this.#events.length = Math.min(this.#events.length, event.seq);
    if (this.#read > this.#events.length) {
      this.#recorder = new Recorder();
      this.#read = 0;
    }
    this.#events.push(event);
  }

  row(): RunSummaryRow {
    this.#readOn();
    return this.#recorder.derive(summarize);
  }

  #readOn(): void {
    for (; this.#read < this.#events.length; this.#read++) {
      this.#recorder.apply(this.#events[this.#read] as StoredEvent);
    }
  }
}
