import type { RankedRule } from "./rule-settings.ts";

/** Members are asked to rank the others' last replies. */
export interface BallotingEvent {
  type: "debate.balloting";
  /** Members who rank, and members whose replies are ranked, in panel order. */
  asked: string[];
  ranked: string[];
  count: NonNullable<RankedRule["count"]>;
}
