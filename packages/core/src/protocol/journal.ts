import type { Assignment } from "./assignment.ts";
import type { StoredEvent } from "./events.ts";
import type { CallCost } from "./paid-call.ts";
import type { PromptMessage, RecordedFile } from "./question.ts";
import type { StopReason } from "./result.ts";
import type { StepOutcome } from "./step.ts";
import type { TotalUsage } from "./usage.ts";

/**
 * Inputs of a run: a fingerprint per part, so that an error can name the part that differs. `fence` is the
 * run's secret: the marks around quoted texts and answers are derived from it, so it must not appear in any
 * event, export or response to a client.
 */
export type RunInputs = Record<string, string>;

/** Status of a run in the journal. */
export type RunStatus = "running" | "completed" | "failed";

/** Status in a list of runs. `waiting`: escalated and waiting for a person; the journal has it as running. */
export type RunState = RunStatus | "waiting";

/** A step in the journal: one call and its reply. */
export interface StoredStep {
  /** Fingerprint of the request. */
  hash: string;
  /** Spend of the attempts before the last one. Absent if there were none, or if there is an outcome. */
  earlier?: CallCost;
  /** Outcome of all attempts. Absent: the last attempt was started and never finished. */
  outcome?: StepOutcome;
}

/** Prompt of a call, as sent. */
export interface SentPrompt {
  /** Id of the model that was called first. */
  model: string;
  system: string;
  messages: SentMessage[];
}

/** One message of a prompt, without the bytes of its files. */
export interface SentMessage extends Omit<PromptMessage, "files"> {
  files?: RecordedFile[];
}

/** Times and prompt of one call. */
export interface SentCall {
  stepId: string;
  /** Start of the last attempt, in milliseconds since 1970. */
  startedAt: number;
  /** `null`: no outcome yet, or the call never finished. */
  finishedAt: number | null;
  /** `null`: not stored, as in a redacted run. */
  prompt: SentPrompt | null;
}

/** Stored data of one run. */
export interface StoredRun {
  id: string;
  inputs: RunInputs;
  status: RunStatus;
  steps: ReadonlyMap<string, StoredStep>;
  events: readonly StoredEvent[];
  /** The run was written without its texts: it can be displayed, but not resumed, replayed or forked. */
  redacted?: boolean;
}

/** A run that is open for writing. One process at a time owns it. */
export interface JournalRun {
  /** Contents of the journal when the run was opened. Empty for a new run. */
  readonly stored: StoredRun;
  /**
   * Marks an attempt as started, and stores the spend of the attempts before it. Must be durable before the
   * promise resolves, because the attempt may be billed from then on. `prompt` is stored for people to read.
   */
  stepStarted(
    stepId: string,
    hash: string,
    earlier?: CallCost,
    prompt?: SentPrompt,
  ): void | Promise<void>;
  /**
   * Stores the outcome of a call. Must be durable before the promise resolves, because the call was paid for.
   */
  stepFinished(stepId: string, outcome: StepOutcome): void | Promise<void>;
  /**
   * Appends events in the order of `seq`. An event whose `seq` is already stored replaces it and
   * everything after it.
   */
  appendEvents(events: readonly StoredEvent[]): void | Promise<void>;
  /** Records how the run ended and releases it. Nothing can be written to it afterwards. */
  close(status: RunStatus): void | Promise<void>;
}

/** Options of `Journal.open`. */
export interface OpenOptions {
  /** Aborts waiting for another owner, with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds to wait for another owner. After that, `open` rejects with the code `journal_busy` and names
   * the owner. Default: no limit.
   */
  patienceMs?: number | undefined;
  /**
   * Takes the run from its owner at once, for callers who know by other means that the owner is gone. If it
   * isn't, it can no longer write. Default false.
   */
  takeOver?: boolean | undefined;
}

/** Storage of runs. `journalConformance()` in `rostrum/testing` tests an implementation. */
export interface Journal {
  /** Opens a run for writing, and creates it if it is new. Waits while another process owns it. */
  open(id: string, inputs: RunInputs, options?: OpenOptions): Promise<JournalRun>;
  /** Reads a run without owning it. `undefined` if there is none. */
  read(id: string): Promise<StoredRun | undefined>;
  /** The journal that stores and lists the runs of this one. Absent: it stores them itself. */
  readonly behind?: Journal | undefined;
}

/** One entry of a list of runs. */
export interface RunSummary {
  id: string;
  question: string;
  status: RunState;
  /** Cancelled by a user: its status is `failed`, but nothing went wrong. Absent: not cancelled. */
  stopped?: true;
  /** Milliseconds since 1970. */
  createdAt: number;
  updatedAt: number;
  /** Answer as text or JSON. `null` while there is none. */
  answer: string | null;
  /** The comparing model's label of the answer's group, for lists. Absent: none. */
  label?: string;
  stopReason: StopReason | null;
  /** Agreement of the last round. `null` when no round was completed. */
  agreement: number | null;
  /** Number of members that the agreement is a share of. Absent: the whole panel. */
  asked?: number;
  /** Number of answers that share the most votes. Absent: one leads. */
  tied?: number;
  /** A model was to compare the answers and did not, so a tie may be none. Absent: they were compared, or by rules alone. */
  uncompared?: true;
  /** Who decided against the largest group, and how many members that group has. Absent: nobody did. */
  overruled?: { by: string; votes: number };
  /** Who settled the answer afterwards; `null`: a person without a name. Absent: nobody did. */
  reviewer?: string | null;
  /** People whose reply it waits for. Absent: none. */
  waitsFor?: string[];
  /** Documents that it reviews. Absent: it is no review, or they have no names. */
  reviews?: string[];
  /** Escalated and not reviewed yet. */
  escalated: boolean;
  degraded: boolean;
  /** Number of attempts, including retries. A call that a fork copied counts once, where it was made. */
  calls: number;
  /** `null`: the cost of at least one call is unknown. */
  costUsd: number | null;
  /** Sum of the known costs. */
  atLeastUsd: number;
  panel: string[];
  /** User who asked. Absent: not given. */
  user?: string;
  /** Team that owns the run and pays for it. Absent: not given. */
  team?: string;
  /** Configured panel that the request named. Absent: none. */
  panelName?: string;
  /** Run that this one follows up. Absent: none. */
  parent?: string;
  /** Project that pays for the run. Absent: not given. */
  project?: string;
  /** Assigned reviewer. Absent: none. */
  assignment?: Assignment;
}

/** Filter and page of a list of runs. */
export interface RunQuery {
  /** Part of the id, question or answer. Ignores case. */
  search?: string | undefined;
  status?: RunState | undefined;
  /** Only runs of this user. */
  user?: string | undefined;
  /** Only runs that follow up this run. */
  parent?: string | undefined;
  /** Only runs of this user or this team, for users who may not see other runs. */
  visibleTo?: { user: string; team?: string | undefined } | undefined;
  /**
   * `to_review`: runs that wait for a person, and escalated runs without a review. `doubtful`: degraded or
   * escalated runs.
   */
  only?: "to_review" | "doubtful" | undefined;
  /** Only runs of this project. */
  project?: string | undefined;
  /** Only runs that this user was assigned to review. */
  assignee?: string | undefined;
  /** Only runs of the configured panel with this name. */
  panelName?: string | undefined;
  /** Created at or after this time, in milliseconds since 1970. */
  from?: number | undefined;
  /** Created before this time. */
  to?: number | undefined;
  /** Sorts oldest first instead of newest first. */
  oldestFirst?: boolean | undefined;
  /** Also returns totals over all matching runs, regardless of `limit` and `before`. */
  totals?: boolean | undefined;
  /** Maximum number of runs, 1 to 1,000. Default 50. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  before?: string | undefined;
}

/** Usage of one model in a run. */
export interface ModelUsage {
  /** `null`: the record doesn't name the model. */
  model: string | null;
  usage: TotalUsage;
  /** Sum of the known tokens, input and output. Absent in runs that an older version removed. */
  atLeastTokens?: number;
  /** `null`: the cost of at least one call is unknown. */
  costUsd: number | null;
  /** Sum of the known costs. */
  atLeastUsd: number;
  /** Calls whose cost is unknown, retries included. */
  unknownCalls: number;
}

/** Remainder of a removed run: who paid how much, without its question and answer. */
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
  /** Cursor for `before` of the next query. `null` on the last page. */
  next: string | null;
  /** Present if requested and supported by the journal. */
  totals?: RunTotals;
}

/** Totals over the matching runs of a query. */
export interface RunTotals extends Pick<RunSummary, "calls" | "costUsd" | "atLeastUsd"> {
  runs: number;
}
