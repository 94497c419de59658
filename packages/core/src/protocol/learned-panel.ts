import type { GuaranteePromise } from "./certificate.ts";

/** A guarantee, and the minimum number of rows that it lacks. */
export interface MissingRows {
  /** Share of all questions that may be decided and wrong. */
  alpha: number;
  promise: GuaranteePromise;
  /** Minimum number of rows for the guarantee. */
  rowsNeeded: number;
  /** Missing rows. 0 if there are enough. */
  missing: number;
}

/** A guarantee, and how far a calibration is from it. */
export interface Milestone extends MissingRows {
  /** `given`: the guarantee can be made. `errors`: enough rows, but too many wrong answers. */
  status: "given" | "more_rows" | "errors";
}

/** Description of one version of a calibration that a server's panel learned from its own runs. */
export interface LearnedVersion {
  /** Counts up from 1. */
  version: number;
  /** User who requested it. `null`: the server has no users. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
  rows: number;
  /** The rows have no known answers: members are weighed by their agreement. */
  unlabelled: boolean;
  milestones: Milestone[];
  /** The earlier version that this one restores. */
  copyOf?: number;
}

/** Calibration versions of a server's panel, and the runs that it could learn from now. */
export interface PanelLearning {
  /** The panel's rules use a calibration: a sequential poll, or a posterior decision. */
  uses: boolean;
  /** Completed runs of the panel, at most the last 1,000. */
  runs: number;
  /** Number of these runs whose right answer is known. */
  known: number;
  missing: MissingRows[];
  /** Newest first. The first one is in use. */
  versions: LearnedVersion[];
}
