import type { StoredEvent } from "./events.ts";
import type { StepOutcome } from "./step.ts";

/** What a run was started with: names of the parts, and a fingerprint of each, so that a mismatch can be named. */
export type RunInputs = Record<string, string>;

export type RunStatus = "running" | "completed" | "failed";

export interface StoredStep {
  /** Fingerprint of the request. */
  hash: string;
  /** Absent: the call was started and never finished. */
  outcome?: StepOutcome;
}

/** Everything a journal holds about one run. */
export interface StoredRun {
  id: string;
  inputs: RunInputs;
  status: RunStatus;
  steps: ReadonlyMap<string, StoredStep>;
  events: readonly StoredEvent[];
}

/** A run opened for writing. One process at a time holds it. */
export interface JournalRun {
  /** What was there when the run was opened. Empty for a new run. */
  readonly stored: StoredRun;
  /** Marks a call as begun. Must be durable before the promise resolves. */
  stepStarted(stepId: string, hash: string): void | Promise<void>;
  /** Keeps what a call brought. Must be durable before the promise resolves: it was paid for. */
  stepFinished(stepId: string, outcome: StepOutcome): void | Promise<void>;
  /**
   * Appends events in the order of `seq`. An event whose `seq` is already stored replaces it and
   * everything after it.
   */
  appendEvents(events: readonly StoredEvent[]): void | Promise<void>;
  /** Records how the run ended and gives the run free. */
  close(status: RunStatus): void | Promise<void>;
}

/** Where runs are kept. `journalConformance()` in `rostrum/testing` says what any journal must hold. */
export interface Journal {
  /** Opens a run for writing, creating it if it is new. Waits while another owner holds it. */
  open(id: string, inputs: RunInputs): Promise<JournalRun>;
  /** Reads a run without taking it; `undefined` when there is none. */
  read(id: string): Promise<StoredRun | undefined>;
}
