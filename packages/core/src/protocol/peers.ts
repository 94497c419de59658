import type { DeltaEvent } from "./events.ts";

/** Follows a run from another process than the one that holds it. */
export interface Follower {
  /** More of the run may be stored, or it may be over. */
  changed(): void;
  /** What is being said right now; stored nowhere. */
  deltas(events: readonly DeltaEvent[]): void;
}

/** What a process does for the others that share its journal. */
export interface PeerHost {
  /** Carries out an act on a run that is held here. `undefined`: it is not held here. */
  act(id: string, act: unknown): Promise<unknown> | undefined;
  /**
   * Somebody elsewhere follows a run. Where it is held here, `tell` takes what is said from now on, and the
   * function that is returned ends that. `undefined`: it is not held here.
   */
  followed(id: string, tell: (events: readonly DeltaEvent[]) => void): (() => void) | undefined;
}

/** The processes that share a journal, as one of them sees the others. */
export interface Peers {
  /** Calls back as a run goes on, whoever holds it. Returns a function that ends it. */
  follow(id: string, follower: Follower): () => void;
  /**
   * Asks whoever holds a run to act on it. `undefined`: nobody took it up in that time. What is sent and
   * what comes back is plain JSON.
   */
  ask(id: string, act: unknown, patienceMs: number): Promise<unknown>;
  /** Takes part: acts for others on the runs that are held here. Returns a function that ends it. */
  join(host: PeerHost): () => void;
}
