import type { Journal, JournalRun, RunInputs, RunStatus, StoredRun, StoredStep } from "../protocol/journal.ts";
import type { StoredEvent } from "../protocol/events.ts";

interface Entry {
  inputs: RunInputs;
  status: RunStatus;
  steps: Map<string, StoredStep>;
  events: StoredEvent[];
  /** Resolves when the present owner closes the run; `null` when nobody holds it. */
  held: Promise<void> | null;
}

/** Keeps runs in this process, so that debates can be resumed, replayed and forked while it lives. */
export function memoryJournal(): Journal {
  const entries = new Map<string, Entry>();
  return {
    async open(id, inputs) {
      for (let entry = entries.get(id); entry?.held; entry = entries.get(id)) await entry.held;
      const entry = entries.get(id) ?? {
        inputs,
        status: "running" as const,
        steps: new Map<string, StoredStep>(),
        events: [],
        held: null,
      };
      entries.set(id, entry);
      return own(id, entry);
    },
    async read(id) {
      const entry = entries.get(id);
      return entry && snapshot(id, entry);
    },
  };
}

function own(id: string, entry: Entry): JournalRun {
  const { promise, resolve } = Promise.withResolvers<void>();
  entry.held = promise;
  return {
    stored: snapshot(id, entry),
    stepStarted(stepId, hash) {
      entry.status = "running";
      entry.steps.set(stepId, { hash });
    },
    stepFinished(stepId, outcome) {
      const hash = entry.steps.get(stepId)?.hash ?? "";
      entry.steps.set(stepId, { hash, outcome: structuredClone(outcome) });
    },
    appendEvents(events) {
      for (const event of events) {
        entry.events.length = Math.min(entry.events.length, event.seq);
        entry.events.push(structuredClone(event));
      }
    },
    close(status) {
      entry.status = status;
      entry.held = null;
      resolve();
    },
  };
}

/** Copies of the containers: what a reader holds doesn't change under it. */
function snapshot(id: string, { inputs, status, steps, events }: Entry): StoredRun {
  return { id, inputs, status, steps: new Map(steps), events: [...events] };
}
