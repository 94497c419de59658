import type { Review } from "../../../rostrum/src/protocol/settings.ts";

/** Actions on a debate. A shared file has none. */
export interface Actions {
  stop(): Promise<void>;
  /** Runs it again from a round on, as a new run. */
  fork(fromRound: number): Promise<void>;
  share(): Promise<void>;
  exportAs(format: "md" | "json"): Promise<void>;
  remove(): Promise<void>;
  review(review: Review): Promise<void>;
}
