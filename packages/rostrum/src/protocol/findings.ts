import type { Citation } from "./citation.ts";

/** From the least to the most serious. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** What another member says of a finding. */
export const FINDING_VOTES = ["uphold", "refute", "doubt"] as const;
/** What a debater says about another's finding. */
export type FindingVerdict = (typeof FINDING_VOTES)[number];

/**
 * - `upheld`: nobody refutes it, and its quote stands in the material
 * - `contested`: somebody refutes it, or its quote doesn't stand in the material
 * - `refuted`: most of the others refute it, each with words that stand in the material
 */
export type FindingStatus = "upheld" | "contested" | "refuted";

/** Something that a review found. */
export interface Finding {
  claim: string;
  /** The most serious one that somebody who found it gave. */
  severity: Severity;
  /** What those who found it quote, one per member. */
  quotes: Citation[];
  status: FindingStatus;
  /** Who found it. */
  by: string[];
  /** Who refutes it. */
  against: string[];
  /** What the others said of it, in panel order. */
  votes: FindingVote[];
}

/** One debater's verdict on a finding, with the passage that it quotes. */
export interface FindingVote {
  debater: string;
  vote: FindingVerdict;
  quote?: Citation;
}

/** A finding as a member reports it. */
export interface ReportedFinding {
  claim: string;
  severity: Severity;
  /** Empty: it quotes nothing. */
  quote: string;
}

/** What a member says of the finding at a place of the list that it was shown (from 0). */
export interface CastVerdict {
  place: number;
  vote: FindingVerdict;
  quote: string;
}
