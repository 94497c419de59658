import type { Citation } from "./citation.ts";

/** A critic's remark on one passage of a draft. */
export interface Critique {
  /** The quoted passage, looked up in the draft. `null` if the critic quotes none. */
  quote: Citation | null;
  problem: string;
  /** Proposed replacement. Empty if there is none. */
  suggestion: string;
}
