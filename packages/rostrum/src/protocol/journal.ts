import type { CallCost, StoredEvent } from "./events.ts";
import type { StopReason } from "./result.ts";
import type { StepOutcome } from "./step.ts";

/**
 * What a run was started with: names of the parts, and a fingerprint of each, so that a mismatch can be
 * named. `fence` is the run's secret, from which the marks around quoted texts are made: it belongs in no
 * event, export or answer to a client.
 */
export type RunInputs = Record<string, string>;

export type RunStatus = "running" | "completed" | "failed";

/** What a list shows: an escalated run that waits for a person is still running. */
export type RunState = RunStatus | "waiting";

export interface StoredStep {
  /** Fingerprint of the request. */
  hash: string;
  /** What attempts before the last one took. Absent where there were none, and once there is an outcome. */
  earlier?: CallCost;
  /** Of all attempts together. Absent: the last attempt was started and never finished. */
  outcome?: StepOutcome;
}

/** Everything a journal holds about one run. */
export interface StoredRun {
  id: string;
  inputs: RunInputs;
  status: RunStatus;
  steps: ReadonlyMap<string, StoredStep>;
  events: readonly StoredEvent[];
  /** The words were left out when it was written: it can be shown, not resumed, replayed or forked. */
  redacted?: boolean;
}

/** A run opened for writing. One process at a time holds it. */
export interface JournalRun {
  /** What was there when the run was opened. Empty for a new run. */
  readonly stored: StoredRun;
  /**
   * Marks an attempt at a call as begun, and keeps what the attempts before it took. Must be durable
   * before the promise resolves: the attempt is paid for from then on.
   */
  stepStarted(stepId: string, hash: string, earlier?: CallCost): void | Promise<void>;
  /** Keeps what a call brought. Must be durable before the promise resolves: it was paid for. */
  stepFinished(stepId: string, outcome: StepOutcome): void | Promise<void>;
  /**
   * Appends events in the order of `seq`. An event whose `seq` is already stored replaces it and
   * everything after it.
   */
  appendEvents(events: readonly StoredEvent[]): void | Promise<void>;
  /** Records how the run ended and gives the run free. Nothing can be written to it afterwards. */
  close(status: RunStatus): void | Promise<void>;
}

export interface OpenOptions {
  /** Ends the waiting for another owner, with an `AbortError`. */
  signal?: AbortSignal | undefined;
}

/** Where runs are kept. `journalConformance()` in `rostrum/testing` says what any journal must hold. */
export interface Journal {
  /** Opens a run for writing, creating it if it is new. Waits while another owner holds it. */
  open(id: string, inputs: RunInputs, options?: OpenOptions): Promise<JournalRun>;
  /** Reads a run without taking it; `undefined` when there is none. */
  read(id: string): Promise<StoredRun | undefined>;
}

/** One line of a list of runs. */
export interface RunSummary {
  id: string;
  question: string;
  status: RunState;
  /** Somebody ended it. Its status is `failed`, but nothing went wrong. Absent: nobody did. */
  stopped?: true;
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  /** The answer in words or JSON; `null` while there is none. */
  answer: string | null;
  stopReason: StopReason | null;
  /** Of the last round; `null` when none was completed. */
  agreement: number | null;
  /** A person should look, and nobody has yet. */
  escalated: boolean;
  degraded: boolean;
  /** Attempts, retries included. */
  calls: number;
  /** `null`: the cost of some call is unknown. */
  costUsd: number | null;
  /** Names of the debaters. */
  panel: string[];
}

export interface RunQuery {
  /** Part of the id, question or answer; case doesn't matter. */
  search?: string | undefined;
  status?: RunState | undefined;
  /** At most so many, 1 to 1,000. Default 50. */
  limit?: number | undefined;
  /** `next` of the page before. */
  before?: string | undefined;
}

export interface RunPage {
  /** Newest first. */
  runs: RunSummary[];
  /** Give it as `before` to see older ones; `null` on the last page. */
  next: string | null;
}

/** A journal that can also be looked through: what a list of runs, a viewer or a server needs. */
export interface RunStore extends Journal {
  list(query?: RunQuery): Promise<RunPage>;
  /** Events from a sequence number on, as far as they are stored; `undefined` when there is no such run. */
  eventsFrom(id: string, seq: number): Promise<StoredEvent[] | undefined>;
  /** Forgets a run. `false`: there was none. Rejects while somebody holds it. */
  remove(id: string): Promise<boolean>;
  /** Forgets runs not written to since then, unless somebody holds them. Returns how many. */
  prune(olderThan: Date | number): Promise<number>;
  /** Writes what is left, gives its runs free and lets go of the file. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
