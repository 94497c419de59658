import type { Journal } from "../../protocol/journal.ts";

export interface Attachment {
  /** How long another process may take to let go of the run. */
  patienceMs: number;
  /** Resolves when the run may call models. */
  turn: Promise<void>;
  /** Told how many events of the run are stored. */
  storedUpTo(count: number): void;
}

/** A journal as one debate of a server uses it. */
export function attached(journal: Journal, { patienceMs, turn, storedUpTo }: Attachment): Journal {
  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, { ...options, patienceMs });
      storedUpTo(run.stored.events.length);
      return {
        ...run,
        async stepStarted(...step) {
          await turn;
          await run.stepStarted(...step);
        },
        async appendEvents(events) {
          await run.appendEvents(events);
          const last = events.at(-1);
          if (last) storedUpTo(last.seq + 1);
        },
      };
    },
  };
}
