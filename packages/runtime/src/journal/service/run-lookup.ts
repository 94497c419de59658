import type { Assignment } from "@rostrum/core/protocol";
import type { RunOwner } from "./service-store.ts";
import type { StoredShare } from "./share-store.ts";

/** Access to the runs in the same journal. */
export interface RunLookup {
  ownerOf(run: string): Promise<RunOwner | undefined>;
  isRunning(run: string): Promise<boolean>;
  expire(olderThan: number): Promise<number>;
  now(): number;
  /** Reviewers by run. Lists of runs read it, too. */
  assignments?: Map<string, Assignment>;
  /** Share links by the hash of their token. Those of a run are gone with it. */
  shares?: Map<string, StoredShare>;
  /** Replaces the name of a user in what is left of removed runs. */
  forgetIn?(user: string, name: string): void;
}
