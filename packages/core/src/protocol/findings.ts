import type { Citation } from "./citation.ts";

/** From the least to the most serious. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** What another member says of a finding. */
export const FINDING_VOTES = ["uphold", "refute", "partly", "doubt"] as const;
/**
 * What a debater says about another's finding.
 *
 * - `uphold`: it is right
 * - `refute`: it is wrong
 * - `partly`: a part of it is right, or its severity isn't
 * - `doubt`: the material doesn't settle it
 */
export type FindingVerdict = (typeof FINDING_VOTES)[number];

/**
 * - `refuted`: those who refute it with words that stand in the material are more than those who uphold it
 * - `contested`: somebody refutes it or says `partly`, or its own quote doesn't stand in the material
 * - `upheld`: everything else
 *
 * Who found it upholds it. Contested findings stand.
 */
export type FindingStatus = "upheld" | "contested" | "refuted";

/** Something that a review found. */
export interface Finding {
  claim: string;
  /** The most serious one that somebody who found it gave. */
  severity: Severity;
  /** Who gives it another severity: those who found it, then those who checked it, each in panel order. */
  otherSeverities: GivenSeverity[];
  /** What those who found it quote, one per member. */
  quotes: Citation[];
  status: FindingStatus;
  /** Who found it. */
  by: string[];
  /** Who refutes it. */
  against: string[];
  /** What the others said of it, in panel order. */
  votes: FindingVote[];
  /**
   * The test that one of its authors wrote to show it, where there is a checker. `fails`: the check fails with it and
   * passes without it. It proves no more than what it expects, so the others read it before they vote.
   */
  test?: {
    by: string;
    text: string;
    verdict: "fails" | "passes" | "unknown";
    /** What the check printed when it failed. */
    says?: string;
  };
}

/** How serious a debater says that a finding is. */
export interface GivenSeverity {
  debater: string;
  severity: Severity;
}

/** One debater's verdict on a finding, with the passage that it quotes. */
export interface FindingVote {
  debater: string;
  vote: FindingVerdict;
  /** Why. */
  reason?: string;
  /** The severity that it should have. */
  severity?: Severity;
  quote?: Citation;
}

/** A finding as a member reports it. */
export interface ReportedFinding extends Pick<Finding, "claim" | "severity"> {
  /** Empty: it quotes nothing. */
  quote: string;
  /** A test that is meant to fail because of it. */
  test?: string;
}

/** What a member says of the finding at a place of the list that it was shown (from 0). */
export interface CastVerdict {
  place: number;
  vote: FindingVerdict;
  /** Empty: it quotes nothing. */
  quote: string;
  /** Empty: it gives none. */
  reason: string;
  /** `null`: it gives none. */
  severity: Severity | null;
}
