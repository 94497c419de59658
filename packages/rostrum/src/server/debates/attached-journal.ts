import type { StoredEvent } from "../../protocol/events.ts";
import type { Journal } from "../../protocol/journal.ts";

export interface Attachment {
  /** How long another process may take to let go of the run. */
  patienceMs: number;
  /** Resolves when the run may call models. */
  turn: Promise<void>;
  /** Told how many events of the run are stored. */
  storedUpTo(count: number): void;
  /**
   * Called with events before they are stored. They are stored when the promise is settled; `null`:
   * at once.
   */
  storing(events: readonly StoredEvent[]): Promise<void> | null;
}

/** A journal as one debate of a server uses it. */
export function attached(
  journal: Journal,
  { patienceMs, turn, storedUpTo, storing }: Attachment,
): Journal {
  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, { ...options, patienceMs });
      storedUpTo(run.stored.events.length);
      /** Later events must not be stored before events that wait. */
      let before: Promise<void> | null = null;
      return {
        ...run,
        async stepStarted(...step) {
          await turn;
          await run.stepStarted(...step);
        },
        async appendEvents(events) {
          const told = storing(events);
          if (told ?? before) {
            const mine: Promise<void> = Promise.all([before, told]).then(() => undefined);
            before = mine;
            await mine;
            if (before === mine) before = null;
          }
          await run.appendEvents(events);
          const last = events.at(-1);
          if (last) storedUpTo(last.seq + 1);
        },
      };
    },
  };
}
