import type { Citation } from "./citation.ts";

/** What a critic says of one passage of a draft. */
export interface Critique {
  /** The passage, looked up in the draft; `null` where it quotes none. */
  quote: Citation | null;
  problem: string;
  /** What should stand there instead, where it says so. */
  suggestion: string;
}
