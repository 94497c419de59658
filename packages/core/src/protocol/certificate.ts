/**
 * - `delivered`: of all questions, at most a share of `alpha` is decided and wrong
 * - `sure`: of the questions that are decided, at most a share of `alpha` is wrong
 */
export type GuaranteeMode = "delivered" | "sure";

/**
 * - `average`: on average over all calibrations that could have been made; a single certificate may be worse
 * - `holder`: of this very certificate, with confidence `1 - delta`
 */
export type GuaranteePromise = "average" | "holder";

/** What a certificate promises, and the rows that it rests on. */
export interface CertificateTerms {
  mode: GuaranteeMode;
  promise: GuaranteePromise;
  alpha: number;
  /** The chance that a promise to the holder doesn't hold. */
  delta: number;
  /** Rows that the certificate was measured on. */
  rows: number;
  /** What has to be true for the guarantee to hold. */
  assumptions: string;
  /** Fingerprint of the calibration that it was made from. It holds for no other. */
  calibration: string;
}

/** A target that comes with a guarantee. */
export interface Certified extends CertificateTerms {
  /** The target of the poll. */
  threshold: number;
  /** Share of the rows that were decided at this target. */
  coverage: number;
  /** The panel that it holds for. */
  members: string[];
  /** How the poll asked when it was certified. */
  first: number;
  batch: number;
  /** Relative cost of each member, by name; `null`: all cost the same. */
  costs: Record<string, number> | null;
  /** Why the promise is shaky. Absent: no reason. */
  warning?: string;
}

/** There are too few rows for a guarantee, or too many errors in them. */
export interface Uncertified extends CertificateTerms {
  threshold: null;
  /** Rows without an error that such a guarantee needs, at least: sure ones in mode `sure`, of any kind in mode `delivered`. */
  rowsNeeded: number;
}

/** The guarantee that a calibration allows, or that it allows none. */
export type Certificate = Certified | Uncertified;

/** The guarantee behind a decided answer. */
export type Guarantee = Pick<
  Certified,
  "mode" | "promise" | "alpha" | "delta" | "threshold" | "rows" | "assumptions"
>;
