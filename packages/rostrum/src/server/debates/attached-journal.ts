import type { StoredEvent } from "../../protocol/events.ts";
import type { Journal, JournalRun } from "../../protocol/journal.ts";

export interface Attachment {
  /** How long another process may take to let go of the run. */
  patienceMs: number;
  /** Resolves when the run may call models. `null`: it may at once. */
  turn: Promise<void> | null;
  /** Told how many events of the run are stored. */
  storedUpTo(count: number): void;
  /**
   * Called with events before they are stored. They are stored when the promise is settled; `null`:
   * at once.
   */
  storing(events: readonly StoredEvent[]): Promise<void> | null;
}

/** A journal as one debate of a server uses it. */
export function attached(journal: Journal, attachment: Attachment): Journal {
  const { patienceMs, storedUpTo } = attachment;
  return {
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, { ...options, patienceMs });
      storedUpTo(run.stored.events.length);
      return attachedRun(run, attachment);
    },
  };
}

/** Every event of every debate is stored here, so there are no async functions on the usual way. */
function attachedRun(run: JournalRun, { turn, storedUpTo, storing }: Attachment): JournalRun {
  let until = turn;
  /** Later events must not be stored before events that wait. */
  let before: Promise<void> | null = null;

  async function startInTurn(...step: Parameters<JournalRun["stepStarted"]>): Promise<void> {
    await turn;
    until = null;
    await run.stepStarted(...step);
  }

  function store(events: readonly StoredEvent[]): void | Promise<void> {
    const written = run.appendEvents(events);
    const told = (): void => storedUpTo((events.at(-1)?.seq ?? -1) + 1);
    return written ? written.then(told) : told();
  }

  async function storeAfter(
    messages: Promise<void> | null,
    events: readonly StoredEvent[],
  ): Promise<void> {
    const mine: Promise<void> = Promise.all([before, messages]).then(() => undefined);
    before = mine;
    await mine;
    if (before === mine) before = null;
    await store(events);
  }

  return {
    stored: run.stored,
    stepStarted: (stepId, hash, earlier) =>
      until ? startInTurn(stepId, hash, earlier) : run.stepStarted(stepId, hash, earlier),
    stepFinished: (stepId, outcome) => run.stepFinished(stepId, outcome),
    appendEvents(events) {
      const messages = storing(events);
      return (messages ?? before) ? storeAfter(messages, events) : store(events);
    },
    close: (status) => run.close(status),
  };
}
