import type { DeltaEvent } from "@rostrum/core/protocol";

/** Follows a run that another process owns. */
export interface Follower {
  /** Called when new events may be stored, or when the run may have ended. */
  changed(): void;
  /** Called with text as it arrives. Deltas are not stored. */
  deltas(events: readonly DeltaEvent[]): void;
}

/** Services of a process for the others that share its journal. */
export interface PeerHost {
  /** Performs an action on a run that this process owns. `undefined`: it doesn't own the run. */
  act(id: string, act: unknown): Promise<unknown> | undefined;
  /**
   * Called when another process follows a run. If this process owns the run, it passes new deltas to `send`
   * until the returned function is called. `undefined`: it doesn't own the run.
   */
  followed(id: string, send: (events: readonly DeltaEvent[]) => void): (() => void) | undefined;
}

/** The processes that share a journal, as one of them sees the others. */
export interface Peers {
  /** Calls back on changes of a run, whichever process owns it. Returns a function that stops this. */
  follow(id: string, follower: Follower): () => void;
  /**
   * Requests an action from the owner of a run. `undefined`: no process responded in time. Request and
   * response are plain JSON.
   */
  ask(id: string, act: unknown, patienceMs: number): Promise<unknown>;
  /** Starts to serve the requests of other processes. Returns a function that stops this. */
  join(host: PeerHost): () => void;
}
