import type { Log } from "../log.ts";
import type { Outcome, Review, ModelAttempt, StoredEvent, ToolUse } from "@rostrum/core/protocol";
import type { RunStore, RunOwner, ServiceStore } from "@rostrum/runtime/journal";
import type { StoredFile } from "@rostrum/runtime/api";
import type { DebateRecord } from "@rostrum/core/record";
import type { ServerLimits } from "../options.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import type { LearnedPanels } from "../panels/learned-panels.ts";
import type { SavedPanels } from "../panels/saved-panels.ts";
import type { Spending } from "../users/spending.ts";
import type { Users } from "../users/users.ts";
import type { ClusterClient } from "../restate/client.ts";
import type { Order } from "./debate-order.ts";
import type { DebateCall } from "./list-calls.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { ConversationAct } from "./debate-acts.ts";
import type { RemoteDebate } from "./remote-debate.ts";

export interface DebateServiceOptions {
  journal: RunStore;
  /** The panel that is asked if a request names none. */
  defaultPanel(): string;
  users: Users;
  spending: Spending;
  /** Data that servers store in addition to runs. */
  shared: ServiceStore;
  configFor: ConfigFor;
  saved: Pick<SavedPanels, "named">;
  learned: Pick<LearnedPanels, "current" | "find">;
  limits: Required<ServerLimits>;
  log: Log;
  /** Called with a debate's events before they are stored. */
  beforeStoring(this: void, id: string, events: readonly StoredEvent[]): Promise<void> | null;
  /** Called with the events of a debate that a cluster has stored. */
  report(this: void, id: string, events: readonly StoredEvent[]): Promise<void>;
  /** Gets every attempt at a call of a model. */
  onAttempt(this: void, attempt: ModelAttempt): void;
  /** Called for every debate that runs here. */
  observe(live: LiveDebate): void;
  /** Runs the debates. Default: they run in this process. */
  cluster?: ClusterClient | undefined;
}

/** Starts, finds and ends debates. */
export interface DebateService {
  /** Starts a debate, or finds the one that was requested before under the same id. */
  start(order: Order): Promise<{ id: string; created: boolean; live: LiveDebate | null }>;
  /** A debate to watch, running here or read from the journal. `null`: there is none. */
  find(id: string): Promise<LiveDebate | RemoteDebate | null>;
  /**
   * Debate to wait for: a running one is joined, a finished one is read, an unfinished one is resumed. `hasReturned`:
   * one that was ended because its client had left is continued.
   */
  attend(id: string, hasReturned: boolean): Promise<LiveDebate | RemoteDebate>;
  record(id: string): Promise<DebateRecord>;
  /** Calls of a debate so far. `withTexts` includes prompts and replies. */
  calls(id: string, withTexts: boolean): Promise<DebateCall[]>;
  /** The client's tools that the judge of a finished debate called, instead of giving an answer. */
  toolCalls(id: string): Promise<ToolUse[]>;
  /** A file of a debate's context by its digest. `null`: there is none. */
  file(id: string, sha256: string): Promise<StoredFile | null>;
  cancel(id: string): Promise<DebateRecord>;
  review(id: string, review: Review): Promise<void>;
  /** Records the outcome of a debate that is over. */
  outcome(id: string, outcome: Outcome): Promise<void>;
  /** Continues a paused debate, adds a moderator's note, or adds what a person in the debate says. */
  converse(id: string, act: ConversationAct): Promise<void>;
  /** The user and team of a debate; `undefined` if there is no such debate. */
  findOwner(id: string): Promise<RunOwner | undefined>;
  remove(id: string): Promise<void>;
  /** Resumes debates that other servers left unfinished, now and from then on. Returns the ids of those resumed now. */
  resumeAll(): Promise<string[]>;
  /** Retries debates that could not be resumed, because panels or users have changed. */
  settingsChanged(): void;
  /** A debate's place in the queue, from 1; `null`: it isn't in the queue. */
  findPlace(id: string): number | null;
  /** The debates that run here now. */
  counts(): { running: number; waiting: number; queued: number };
  /** Starts no more debates, and waits until the running ones are over or wait for a person, at most for this time. */
  drain(ms: number): Promise<void>;
  /** Leaves running debates for the next server to resume. */
  suspend(): Promise<void>;
}
