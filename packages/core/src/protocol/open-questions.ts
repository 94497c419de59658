import type { Citation } from "./citation.ts";

/** The claim that a disagreement turns on, before a revision round. */
export interface Crux {
  /** The revision round that begins with it. */
  round: number;
  claim: string;
  /** Debaters whose replies support the claim, and those whose replies oppose it, in panel order. */
  for: string[];
  against: string[];
}

/** What somebody on the panel claims, and who holds it by their own words. */
export interface Claim {
  text: string;
  /**
   * - `agreed`: two or more hold it, and nobody opposes it
   * - `contested`: somebody opposes it
   * - `single`: one debater holds it, and nobody opposes it
   */
  kind: "agreed" | "contested" | "single";
  /** Debaters with a verified quote of three words or more for it, and against it, in panel order. */
  holders: string[];
  opponents: string[];
  /** What was quoted for the claim, then against it. */
  quotes: Citation[];
  /**
   * The words of documents that bear the claim, found there. Empty: no document bears it. Absent: the debate had no
   * documents.
   */
  documents?: Citation[];
}

/** A memo for those who have to decide. */
export interface Memo {
  recommendation: string;
  because: string[];
  /** What would make the recommendation wrong. */
  unless: string[];
  contested: string[];
  /** The views that differ, in their own words. */
  dissent: string[];
  nextSteps: string[];
  /** Where the panel did not settle the question: what there is to choose from. */
  options?: MemoOption[];
  /** What the memo quotes of debaters, and whether it stands there. Absent: nothing. */
  citations?: Citation[];
}

/** One of the options that a memo weighs. */
export interface MemoOption {
  option: string;
  /** What speaks for it and against it. */
  tradeOffs: string[];
}

/** What one more reader says of an answer that all members gave. */
export interface Audit {
  refuted: boolean;
  /** The mistake, or what was checked. */
  reason: string;
}
