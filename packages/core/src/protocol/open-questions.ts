import type { Citation } from "./citation.ts";

/** The claim that a disagreement depends on, before a revision round. */
export interface Crux {
  /** Revision round that starts with this claim. */
  round: number;
  claim: string;
  /** Debaters whose replies support the claim, and debaters whose replies oppose it, in panel order. */
  for: string[];
  against: string[];
}

/** A claim made on the panel, and the debaters who state it in their own words. */
export interface Claim {
  text: string;
  /**
   * - `agreed`: two or more debaters hold it, and none opposes it
   * - `contested`: at least one debater opposes it
   * - `single`: one debater holds it, and none opposes it
   */
  kind: "agreed" | "contested" | "single";
  /** Debaters with a verified quote of at least three words for the claim, and against it, in panel order. */
  holders: string[];
  opponents: string[];
  /** Quotes for the claim, then quotes against it. */
  quotes: Citation[];
  /**
   * Verified quotes from documents that support the claim. Empty: no document supports it. Absent: the debate
   * had no documents.
   */
  documents?: Citation[];
}

/** A memo for decision makers. */
export interface Memo {
  recommendation: string;
  because: string[];
  /** Conditions under which the recommendation would be wrong. */
  unless: string[];
  contested: string[];
  /** Differing views, in their own words. */
  dissent: string[];
  nextSteps: string[];
  /** Options to choose from, if the panel did not settle the question. */
  options?: MemoOption[];
  /** Quotes of debaters in the memo, checked against their replies. Absent: none. */
  citations?: Citation[];
}

/** One of the options that a memo weighs. */
export interface MemoOption {
  option: string;
  /** Arguments for and against the option. */
  tradeOffs: string[];
}

/** Verdict of another model on an answer that all members gave. */
export interface Audit {
  refuted: boolean;
  /** The mistake, or what was checked. */
  reason: string;
}
