import type { Shortage } from "../../protocol/budget.ts";

/** What caps make of a debate. It is plain data: a run keeps it, so that it has the same shape when it is resumed. */
export interface DebateShape {
  /** Most output tokens of a reply. `null`: every member has its own limit. */
  outputLimit: number | null;
  /** What is left out. */
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

/** What is left out where a cap is too small, in this order, and the step that stands for it. The rounds come after them. */
export const DROPPABLE = { report: "claims", crux: "crux", audit: "audit" } as const;
export type DroppablePart = keyof typeof DROPPABLE;
