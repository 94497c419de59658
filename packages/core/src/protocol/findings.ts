import type { Citation } from "./citation.ts";

/** From the least to the most serious. */
export const SEVERITIES = ["low", "medium", "high", "critical"] as const;
/** Severity of a finding. */
export type Severity = (typeof SEVERITIES)[number];

export const FINDING_VOTES = ["uphold", "refute", "doubt", "partly", "duplicate"] as const;
/**
 * A debater's vote on another debater's finding.
 *
 * - `uphold`: it is right
 * - `refute`: it is wrong
 * - `doubt`: neither the material nor certain knowledge settles it
 * - `partly`: a part of it is wrong
 * - `duplicate`: it has the same cause as another finding
 */
export type FindingVoteKind = (typeof FINDING_VOTES)[number];

/**
 * - `refuted`: more members refute it with a verified quote than uphold it
 * - `contested`: a member refutes it or votes `partly`, or its own quote is not in the material
 * - `upheld`: all other findings
 *
 * The authors of a finding uphold it, and so do members who vote `duplicate`. Contested findings remain in
 * the result.
 */
export type FindingStatus = "upheld" | "contested" | "refuted";

/**
 * Verdicts of a plan review: `reconsider` if a remaining finding is `critical`, `change` if one is `high`.
 */
export const PLAN_VERDICTS = ["proceed", "change", "reconsider"] as const;
/** Verdict of a plan review. */
export type PlanVerdict = (typeof PLAN_VERDICTS)[number];

/** A problem that a review reports. */
export interface Finding {
  /** The problem, in the words of its first author. */
  claim: string;
  /** Other claims with the same cause that were merged into this one. Absent: none. */
  also?: string[];
  /** Median of the severities that its authors and its checkers propose, rounded up. */
  severity: Severity;
  /** Members who propose another severity: authors, then checkers, each in panel order. */
  otherSeverities: GivenSeverity[];
  /** Quotes of its authors, one per report. */
  quotes: Citation[];
  /**
   * Code or text that the finding depends on and its author didn't see, such as callers of a function.
   * Absent: none.
   */
  unseen?: string;
  /** Outcome of the votes. */
  status: FindingStatus;
  /** Members who reported it. */
  by: string[];
  /** Members who refute it. */
  against: string[];
  /** Votes of the other members, in panel order. */
  votes: FindingVote[];
  /** No other member voted on it, though there are others. Absent: at least one did. */
  unchecked?: true;
  /**
   * Test that one of its authors wrote to demonstrate it, if there is a checker. `fails`: the check fails
   * with the test and passes without it. A failing test proves only its own expectation, so the others read
   * it before they vote.
   */
  test?: {
    by: string;
    text: string;
    verdict: "fails" | "passes" | "unknown";
    /** Output of the failed check. */
    says?: string;
    /**
     * Only the exit code of a command says that it fails: nothing shows that the test ran. It may not even
     * compile.
     */
    unprotected?: true;
  };
}

/** Severity that a debater proposes. */
export interface GivenSeverity {
  debater: string;
  severity: Severity;
}

/** One debater's vote on a finding, with the passage that it quotes. */
export interface FindingVote {
  debater: string;
  vote: FindingVoteKind;
  /** Claim of the original finding, with `duplicate`. */
  of?: string;
  reason?: string;
  /** Severity that the debater proposes. */
  severity?: Severity;
  quote?: Citation;
}

/** Answer of a member that reports no finding. */
export const EMPTY_REPORT = "no findings";

/** A finding as a member reports it. */
export interface ReportedFinding extends Pick<Finding, "claim" | "severity"> {
  /** Empty if nothing is quoted. */
  quote: string;
  /** Code or text that the finding depends on and its author didn't see. Absent: none. */
  unseen?: string;
  /** A test that is meant to fail because of the finding. */
  test?: string;
}

/** A member's vote on one finding of the list that it saw. */
export interface CastVote {
  index: number;
  vote: FindingVoteKind;
  /** Index of the original finding, with a `duplicate` that names one; otherwise `null`. */
  of: number | null;
  /** Empty if nothing is quoted. */
  quote: string;
  /** Empty if there is none. */
  reason: string;
  /** `null`: none proposed. */
  severity: Severity | null;
}
