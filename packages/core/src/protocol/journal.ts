// Projects for browsers have no declaration of `Symbol.asyncDispose` otherwise.
/// <reference lib="esnext.disposable" preserve="true" />
import type { Assignment } from "./assignment.ts";
import type { CallCost, StoredEvent } from "./events.ts";
import type { Peers } from "./peers.ts";
import type { PromptMessage, RecordedFile } from "./question.ts";
import type { StopReason } from "./result.ts";
import type { ServiceStore } from "./service-store.ts";
import type { StepOutcome } from "./step.ts";
import type { TotalUsage } from "./usage.ts";

/**
 * What a run was started with: a fingerprint per part, so that an error can name the part that differs.
 * `fence` is the run's secret. The marks around quoted texts and answers are made from it, so it must not appear in
 * any event, export or response to a client.
 */
export type RunInputs = Record<string, string>;

/** The status of a run in the journal. */
export type RunStatus = "running" | "completed" | "failed";

/** The status in a list. An escalated run that waits for a person is still running. */
export type RunState = RunStatus | "waiting";

/** A step in the journal: one call and its reply. */
export interface StoredStep {
  /** Fingerprint of the request. */
  hash: string;
  /** What the attempts before the last one used. Absent if there were none, or if there is an outcome. */
  earlier?: CallCost;
  /** Of all attempts together. Absent: the last attempt was started and never finished. */
  outcome?: StepOutcome;
}

/** What a call was sent. */
export interface SentPrompt {
  /** The id of the model that was asked first. */
  model: string;
  system: string;
  messages: SentMessage[];
}

/** One message of a prompt, without the bytes of its files. */
export interface SentMessage extends Omit<PromptMessage, "files"> {
  files?: RecordedFile[];
}

/** When a call of a run was made, and what it was sent. */
export interface SentCall {
  stepId: string;
  /** When its last attempt began, in milliseconds since 1970. */
  startedAt: number;
  /** `null`: it has no outcome yet, or never will. */
  finishedAt: number | null;
  /** `null`: it wasn't stored, as in a redacted run. */
  prompt: SentPrompt | null;
}

/** Everything that a journal stores about one run. */
export interface StoredRun {
  id: string;
  inputs: RunInputs;
  status: RunStatus;
  steps: ReadonlyMap<string, StoredStep>;
  events: readonly StoredEvent[];
  /** The run was written without its texts: it can be shown, but not resumed, replayed or forked. */
  redacted?: boolean;
}

/** A run that is open for writing. One process at a time owns it. */
export interface JournalRun {
  /** What the journal had when the run was opened. Empty for a new run. */
  readonly stored: StoredRun;
  /**
   * Marks an attempt at a call as begun, and stores what the attempts before it used. Must be durable
   * before the promise resolves, because the attempt may be billed from then on. `prompt` is what the call is sent;
   * it is stored for people to read.
   */
  stepStarted(
    stepId: string,
    hash: string,
    earlier?: CallCost,
    prompt?: SentPrompt,
  ): void | Promise<void>;
  /** Stores the outcome of a call. Must be durable before the promise resolves, because it was paid for. */
  stepFinished(stepId: string, outcome: StepOutcome): void | Promise<void>;
  /**
   * Appends events in the order of `seq`. An event whose `seq` is already stored replaces it and
   * everything after it.
   */
  appendEvents(events: readonly StoredEvent[]): void | Promise<void>;
  /** Records how the run ended and releases the run. Nothing can be written to it afterwards. */
  close(status: RunStatus): void | Promise<void>;
}

/** How a run is opened. */
export interface OpenOptions {
  /** Ends the waiting for another owner, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait for another owner. After that, `open` rejects with the code `journal_busy` and
   * names the owner. Default: it waits until the run is free.
   */
  patienceMs?: number | undefined;
  /**
   * Takes the run from its owner at once, for callers who know by other means that the owner is gone. An
   * owner that isn't can't write any more. Default false.
   */
  takeOver?: boolean | undefined;
}

/** Where runs are kept. `journalConformance()` in `rostrum/testing` checks what every journal must do. */
export interface Journal {
  /** Opens a run for writing, and creates it if it is new. Waits while another process owns it. */
  open(id: string, inputs: RunInputs, options?: OpenOptions): Promise<JournalRun>;
  /** Reads a run without owning it; `undefined` if there is none. */
  read(id: string): Promise<StoredRun | undefined>;
  /** The journal that stores the runs of this one, and lists them. Absent: it stores them itself. */
  readonly behind?: RunStore | undefined;
}

/** One line of a list of runs. */
export interface RunSummary {
  id: string;
  question: string;
  status: RunState;
  /** Somebody cancelled it. Its status is `failed`, but nothing went wrong. Absent: not cancelled. */
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
  /** The sum of the costs that are known. */
  atLeastUsd: number;
  /** Names of the debaters. */
  panel: string[];
  /** The user who asked. Absent: none is named. */
  user?: string;
  /** The team that owns the run and pays for it. Absent: none is named. */
  team?: string;
  /** The configured panel that a server was asked for. Absent: none was named. */
  panelName?: string;
  /** The run that it follows up. Absent: none. */
  parent?: string;
  /** The project that pays for it. Absent: none is named. */
  project?: string;
  /** Who should review it. Absent: nobody was named. */
  assignment?: Assignment;
}

/** Which runs are wanted. */
export interface RunQuery {
  /** Part of the id, question or answer; case doesn't matter. */
  search?: string | undefined;
  status?: RunState | undefined;
  /** Only runs of this user. */
  user?: string | undefined;
  /** Only runs that follow this one up. */
  parent?: string | undefined;
  /** Only runs of this user or of this team, for users who may not see other runs. */
  visibleTo?: { user: string; team?: string | undefined } | undefined;
  /**
   * `to_review`: runs that wait for a person, and escalated runs that nobody has reviewed.
   * `doubtful`: degraded or escalated runs.
   */
  only?: "to_review" | "doubtful" | undefined;
  /** Only runs of this project. */
  project?: string | undefined;
  /** Only runs that this user should review. */
  assignee?: string | undefined;
  /** Only runs of the configured panel with this name. */
  panelName?: string | undefined;
  /** Created at or after this moment, in milliseconds since 1970. */
  from?: number | undefined;
  /** Created before this moment. */
  to?: number | undefined;
  /** Oldest first, instead of newest first. */
  oldestFirst?: boolean | undefined;
  /** Also returns totals over all matching runs, regardless of `limit` and `before`. */
  totals?: boolean | undefined;
  /** Most runs to return, 1 to 1,000. Default 50. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  before?: string | undefined;
}

/** What a run used of one model. */
export interface ModelUsage {
  /** `null`: the record doesn't name the model. */
  model: string | null;
  usage: TotalUsage;
  /** `null`: the cost of some call is unknown. */
  costUsd: number | null;
  /** The sum of the costs that are known. */
  atLeastUsd: number;
  /** Calls whose cost is unknown. */
  unknownCalls: number;
}

/** What is left of a removed run: who paid how much, without a question or an answer. */
export interface RemovedRun extends Pick<
  RunSummary,
  "createdAt" | "user" | "team" | "project" | "panelName"
> {
  models: ModelUsage[];
}

/** A page of a list of runs. */
export interface RunPage {
  /** Newest first, unless the query says otherwise. */
  runs: RunSummary[];
  /** Pass it as `before` to get the next page; `null` on the last page. */
  next: string | null;
  /** Present if they were requested and the journal supports them. */
  totals?: RunTotals;
}

/** Totals over runs. */
export interface RunTotals extends Pick<RunSummary, "calls" | "costUsd" | "atLeastUsd"> {
  runs: number;
}

/** A journal that can also list and read its runs, which the page and the server need. */
export interface RunStore extends Journal {
  list(query?: RunQuery): Promise<RunPage>;
  /** Events from a sequence number on, as far as they are stored; `undefined` when there is no such run. */
  eventsFrom(id: string, seq: number): Promise<StoredEvent[] | undefined>;
  /** The calls of a run in the order in which they began. Absent: the journal doesn't store what calls were sent. */
  sentCalls?(id: string): Promise<SentCall[]>;
  /** What removed runs used that were created from `from` until before `to`. Absent: the journal forgets it. */
  removedRuns?(range: {
    from: number;
    to: number;
    user?: string | undefined;
  }): Promise<RemovedRun[]>;
  /** Deletes a run. `false`: there was none. Rejects while a process owns it. */
  remove(id: string): Promise<boolean>;
  /** Deletes runs that were last written to before then, unless a process owns them. Returns how many. */
  prune(olderThan: Date | number): Promise<number>;
  /** Ids of unfinished runs without an owner, so that a process can resume them. */
  unheld(): Promise<string[]>;
  /** The other processes that share the journal. Absent: the journal can't reach them. */
  readonly peers?: Peers;
  /** What servers store in addition to runs. Absent: each server keeps it in memory. */
  readonly service?: ServiceStore;
  /** Writes what is pending, releases the runs and closes the file or the connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
