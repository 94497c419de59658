// Projects for browsers have no declaration of `Symbol.asyncDispose` otherwise.
/// <reference lib="esnext.disposable" preserve="true" />
import type {
  Journal,
  RemovedRun,
  RunPage,
  RunQuery,
  SentCall,
  StoredEvent,
} from "@rostrum/core/protocol";
import type { Peers } from "./peers.ts";
import type { ServiceStore } from "./service/service-store.ts";

/** A journal that can also list and read its runs, as the page and the server require. */
export interface RunStore extends Journal {
  list(query?: RunQuery): Promise<RunPage>;
  /** Stored events from a sequence number on. `undefined` if there is no such run. */
  eventsFrom(id: string, seq: number): Promise<StoredEvent[] | undefined>;
  /** Calls of a run in the order of their start. Absent: the journal doesn't store prompts. */
  sentCalls?(id: string): Promise<SentCall[]>;
  /**
   * Usage of removed runs that were created between `from` (inclusive) and `to` (exclusive). Absent: the
   * journal doesn't keep it.
   */
  removedRuns?(range: {
    from: number;
    to: number;
    user?: string | undefined;
  }): Promise<RemovedRun[]>;
  /** Deletes a run. Returns `false` if there was none. Rejects while a process owns it. */
  remove(id: string): Promise<boolean>;
  /**
   * Deletes runs that were last written to before this time, unless a process owns them. Returns their
   * number.
   */
  prune(olderThan: Date | number): Promise<number>;
  /** Ids of unfinished runs without an owner, for a process to resume. */
  listUnowned(): Promise<string[]>;
  /** Other processes that share the journal. Absent: the journal can't reach them. */
  readonly peers?: Peers;
  /** Data that servers store in addition to runs. Absent: each server keeps it in memory. */
  readonly service?: ServiceStore;
  /** Writes pending data, releases the runs and closes the file or the connections. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
