import type { Shortage } from "../../protocol/budget.ts";

/**
 * Changes that caps make to a debate. Plain data that is stored with the run, so that a resumed run has the same
 * shape.
 */
export interface DebateShape {
  /** Most output tokens of a reply. `null`: every member has its own limit. */
  outputLimit: number | null;
  dropped: readonly DroppablePart[];
  /** Parts of `dropped` that the current caps have room for, but that the run began without. Absent: none. */
  droppedBefore?: readonly DroppablePart[];
  /** The amount that a debate with all its parts needs. Absent: no part is dropped. */
  whole?: Shortage;
  /** The last round that fits, and what a debate with all rounds needs. `null`: all rounds fit. */
  lastRound: { round: number; shortage: Shortage } | null;
  /**
   * The cap that is certain to cover the check of a review. Under a smaller one, the check takes place if it still fits
   * after the reports. Absent: the cap covers it.
   */
  check?: Shortage;
  /** The cap with room for a usual comparison of a debate's first answers. Absent: the cap covers it. */
  comparison?: Shortage;
  /** The cap that is too small for the debate. `null`: it takes place. */
  refusal: Shortage | null;
}

/** Output tokens below which something is left out instead: shorter replies are of little use. */
export const MIN_OUTPUT_TOKENS = 800;

export const UNSHAPED: DebateShape = {
  outputLimit: null,
  dropped: [],
  lastRound: null,
  refusal: null,
};

/** Parts that are dropped if a cap is too small, in this order, and the role that each is known by. Revision rounds come last. */
export const DROPPABLE = { report: "claims", crux: "crux", audit: "audit" } as const;
/** Reviews have none of these. Their members do without tools first. */
export type DroppablePart = keyof typeof DROPPABLE | "tools";
