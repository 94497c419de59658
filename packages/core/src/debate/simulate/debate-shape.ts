import type { Shortage } from "../../protocol/budget.ts";

/**
 * Changes that caps make to a debate. Plain data that is stored with the run, so that a resumed run has the same
 * shape.
 */
export interface DebateShape {
  /** Most output tokens of a reply. `null`: every member has its own limit. */
  outputLimit: number | null;
  dropped: readonly DroppablePart[];
  /** The last round that fits, and the cap that the next one doesn't fit into. `null`: all rounds fit. */
  lastRound: { round: number; shortage: Shortage } | null;
  /** The cap that is too small for the debate. `null`: it takes place. */
  refusal: Shortage | null;
}

export const UNSHAPED: DebateShape = {
  outputLimit: null,
  dropped: [],
  lastRound: null,
  refusal: null,
};

/** Parts that are dropped if a cap is too small, in this order, and the role that each is known by. Revision rounds come last. */
export const DROPPABLE = { report: "claims", crux: "crux", audit: "audit" } as const;
export type DroppablePart = keyof typeof DROPPABLE;
