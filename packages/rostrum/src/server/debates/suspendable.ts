import { JournalError } from "../../errors.ts";
import type { Journal, JournalRun } from "../../protocol/journal.ts";
import { createTurns } from "../guard/turns.ts";

/** A journal whose open runs can be left unfinished, for the next server to resume. */
export interface SuspendableJournal extends Journal {
  /** Releases every run with the status "running". Later writes are refused. */
  suspend(): Promise<void>;
}

export function suspendable(journal: Journal): SuspendableJournal {
  const held = new Set<JournalRun>();
  /** Reading a long reply takes time, so other work on this thread runs between two of them. */
  const takeTurn = createTurns(Infinity);
  let suspended = false;

  function checkOpen(id: string): void {
    if (!suspended) return;
    throw new JournalError("journal_closed", `run "${id}": the server is shutting down`);
  }

  const aTurn = (): Promise<void> => takeTurn();

  /** Without an async function, because every call of every debate comes here twice. */
  function thenATurn(written: void | Promise<void>): Promise<void> {
    return written ? written.then(aTurn) : takeTurn();
  }

  /** A run as the engine sees it. A write that comes too late must not mark it as failed. */
  function guarded(run: JournalRun): JournalRun {
    const { id } = run.stored;
    return {
      stored: run.stored,
      stepStarted(stepId, hash, earlier) {
        checkOpen(id);
        return thenATurn(run.stepStarted(stepId, hash, earlier));
      },
      stepFinished(stepId, outcome) {
        checkOpen(id);
        return thenATurn(run.stepFinished(stepId, outcome));
      },
      appendEvents(events) {
        checkOpen(id);
        return run.appendEvents(events);
      },
      async close(status) {
        checkOpen(id);
        held.delete(run);
        await run.close(status);
      },
    };
  }

  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      checkOpen(id);
      const run = await journal.open(id, inputs, options);
      if (suspended) {
        await run.close(run.stored.status);
        checkOpen(id);
      }
      held.add(run);
      return guarded(run);
    },
    async suspend() {
      suspended = true;
      const runs = [...held];
      held.clear();
      await Promise.allSettled(runs.map(async (run) => run.close("running")));
    },
  };
}
