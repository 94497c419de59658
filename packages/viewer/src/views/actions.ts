import type { Review } from "../../../rostrum/src/protocol/settings.ts";

/** What can be done with a debate; a shared file can do none of it. */
export interface Actions {
  stop(): Promise<void>;
  /** Holds it again from a round on, as a new run. */
  fork(fromRound: number): Promise<void>;
  share(): Promise<void>;
  exportAs(format: "md" | "json"): Promise<void>;
  remove(): Promise<void>;
  review(review: Review): Promise<void>;
}
