import { JournalError } from "../../errors.ts";
import type { Journal, JournalRun } from "../../protocol/journal.ts";

/** A journal whose run can be left as it is, for another worker to go on with. */
export interface PausableJournal extends Journal {
  /** Releases the run, still running. Whatever is written to it afterwards is refused. */
  release(): Promise<void>;
}

/**
 * A journal for one debate. The cluster gives a debate to one worker at a time, so whoever owned the run
 * before is gone, and the run is taken over.
 */
export function pausable(journal: Journal, paused: AbortSignal): PausableJournal {
  let held: JournalRun | null = null;
  let released = false;

  function checkOpen(id: string): void {
    if (released || paused.aborted) {
      throw new JournalError("journal_closed", `run "${id}": it waits for a person`);
    }
  }

  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, { ...options, takeOver: true });
      held = run;
      return {
        stored: run.stored,
        async stepStarted(...args) {
          checkOpen(id);
          await run.stepStarted(...args);
        },
        async stepFinished(...args) {
          checkOpen(id);
          await run.stepFinished(...args);
        },
        async appendEvents(events) {
          checkOpen(id);
          await run.appendEvents(events);
        },
        async close(status) {
          checkOpen(id);
          await run.close(status);
        },
      };
    },
    async release() {
      released = true;
      await held?.close("running");
    },
  };
}
