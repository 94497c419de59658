import type { Journal } from "../../protocol/journal.ts";

export interface Attachment {
  /** How long another process may take to let go of the run. */
  patienceMs: number;
  /** Told how many events of the run are stored. */
  storedUpTo(count: number): void;
}

/** A journal as one debate of a server uses it. */
export function attached(journal: Journal, { patienceMs, storedUpTo }: Attachment): Journal {
  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, { ...options, patienceMs });
      storedUpTo(run.stored.events.length);
      return {
        ...run,
        async appendEvents(events) {
          await run.appendEvents(events);
          const last = events.at(-1);
          if (last) storedUpTo(last.seq + 1);
        },
      };
    },
  };
}
