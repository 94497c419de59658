/**
 * - `delivered`: at most a share `alpha` of all questions is decided and wrong
 * - `sure`: at most a share `alpha` of the decided questions is wrong
 */
export type GuaranteeMode = "delivered" | "sure";

/**
 * - `average`: holds on average over all calibrations that could have been made; a single certificate may be
 *   worse
 * - `holder`: holds for this certificate, with confidence `1 - delta`
 */
export type GuaranteePromise = "average" | "holder";

/** Promise of a certificate, and the rows that it is based on. */
export interface CertificateTerms {
  mode: GuaranteeMode;
  promise: GuaranteePromise;
  alpha: number;
  /** Probability that a promise to the holder doesn't hold. */
  delta: number;
  /** Rows that the certificate was measured on. */
  rows: number;
  /** Conditions under which the guarantee holds. */
  assumptions: string;
  /** Fingerprint of the calibration that the certificate was made from. It holds for no other. */
  calibration: string;
}

/** A target with a guarantee. */
export interface Certified extends CertificateTerms {
  /** Target of the poll. */
  threshold: number;
  /** Share of the rows that were decided at this target. */
  coverage: number;
  /** Panel that the certificate holds for. */
  members: string[];
  /** Settings of the poll when it was certified. */
  first: number;
  batch: number;
  /** Relative cost of each member, by name; `null`: all cost the same. */
  costs: Record<string, number> | null;
  /** Why the promise may not hold. Absent: no reason. */
  warning?: string;
}

/** There are too few rows for a guarantee, or too many errors in them. */
export interface Uncertified extends CertificateTerms {
  threshold: null;
  /**
   * Minimum number of rows without an error that the guarantee needs: sure rows in mode `sure`, any rows in
   * mode `delivered`.
   */
  rowsNeeded: number;
}

/** The guarantee that a calibration allows, or the rows it lacks. */
export type Certificate = Certified | Uncertified;

/** The guarantee behind a decided answer. */
export type Guarantee = Pick<
  Certified,
  "mode" | "promise" | "alpha" | "delta" | "threshold" | "rows" | "assumptions"
>;
