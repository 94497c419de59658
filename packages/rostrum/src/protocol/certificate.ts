import type { KindCalibration } from "./calibration.ts";

/**
 * - `delivered`: of all questions, at most a share of `alpha` is decided and wrong, on average
 * - `sure`: of the questions that are decided, at most a share of `alpha` is wrong, with confidence `1 - delta`
 */
export type GuaranteeMode = "delivered" | "sure";

/** What a certificate promises, and the rows that it rests on. */
export interface CertificateTerms {
  mode: GuaranteeMode;
  alpha: number;
  /** The chance that the guarantee of mode `sure` doesn't hold. */
  delta: number;
  /** Rows that the certificate was measured on. */
  rows: number;
  /** What has to be true for the guarantee to hold. */
  assumptions: string;
}

/** A target that comes with a guarantee. */
export interface Certified extends CertificateTerms {
  /** The target of the poll. */
  threshold: number;
  /** Share of the rows that were decided at this target. */
  coverage: number;
  /**
   * `exact`: one half of the rows taught the panel, and the other half certified it. `approximate`: every
   * row was certified by what the other folds taught.
   */
  split: "exact" | "approximate";
  /** The panel that it holds for. */
  members: string[];
  /** How the poll asked when it was certified. */
  first: number;
  batch: number;
  /** Relative cost of each member, by name; `null`: all cost the same. */
  costs: Record<string, number> | null;
  /** What the first half of the rows taught, if the split is exact: the poll goes by it. */
  kinds?: Record<string, KindCalibration>;
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
  "mode" | "alpha" | "delta" | "threshold" | "rows" | "split" | "assumptions"
>;
