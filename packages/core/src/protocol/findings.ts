import type { Citation } from "./citation.ts";

/** From the least to the most serious. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
/** How bad a finding is. */
export type Severity = (typeof SEVERITIES)[number];

/** What another member says of a finding. */
export const FINDING_VOTES = ["uphold", "refute", "doubt", "partly", "duplicate"] as const;
/**
 * What a debater says about another's finding.
 *
 * - `uphold`: it is right
 * - `refute`: it is wrong
 * - `doubt`: neither the material nor certain knowledge settles it
 * - `partly`: a part of it is wrong
 * - `duplicate`: it has the same cause as another finding
 */
export type FindingVerdict = (typeof FINDING_VOTES)[number];

/**
 * - `refuted`: those who refute it with words that stand in the material are more than those who uphold it
 * - `contested`: somebody refutes it or says `partly`, or its own quote doesn't stand in the material
 * - `upheld`: everything else
 *
 * Who found it upholds it, and so does who calls it a duplicate. Contested findings stand.
 */
export type FindingStatus = "upheld" | "contested" | "refuted";

/** What a review of a plan comes to: whether anything that stands is `critical` (reconsider) or `high` (change). */
export const PLAN_VERDICTS = ["proceed", "change", "reconsider"] as const;
/** What a review of a plan comes to. */
export type PlanVerdict = (typeof PLAN_VERDICTS)[number];

/** Something that a review found. */
export interface Finding {
  claim: string;
  /** Other claims with the same cause, which were merged into it. Absent: none. */
  also?: string[];
  /** The median of what those who found it and those who checked it propose, rounded up. */
  severity: Severity;
  /** Who gives it another severity: those who found it, then those who checked it, each in panel order. */
  otherSeverities: GivenSeverity[];
  /** What those who found it quote, one per report. */
  quotes: Citation[];
  /** What it rests on that its author was not shown, such as the callers of a function. Absent: nothing. */
  unseen?: string;
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
  /** The claim that it repeats, with `duplicate`. */
  of?: string;
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
  /** What it rests on that its author was not shown. Absent: nothing. */
  unseen?: string;
  /** A test that is meant to fail because of it. */
  test?: string;
}

/** What a member says of the finding at a place of the list that it was shown (from 0). */
export interface CastVerdict {
  place: number;
  vote: FindingVerdict;
  /** The place of the finding that it repeats; `null` for every vote but `duplicate`. */
  of: number | null;
  /** Empty: it quotes nothing. */
  quote: string;
  /** Empty: it gives none. */
  reason: string;
  /** `null`: it gives none. */
  severity: Severity | null;
}
