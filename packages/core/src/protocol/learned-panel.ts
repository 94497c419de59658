import type { GuaranteePromise } from "./certificate.ts";

/** A promise, and how many rows it lacks at least, whatever the rows say. */
export interface MissingRows {
  /** The share of all questions that may be decided and wrong. */
  alpha: number;
  promise: GuaranteePromise;
  /** Rows that the promise needs at least. */
  rowsNeeded: number;
  /** Rows that are missing; 0 where rows suffice. */
  missing: number;
}

/** A promise, and how far a calibration is from it. */
export interface Milestone extends MissingRows {
  /** `given`: the promise can be made. `errors`: rows suffice, and too many answers are wrong. */
  status: "given" | "more_rows" | "errors";
}

/** A version of what a server's panel has learned from its own runs, without the calibration itself. */
export interface LearnedVersion {
  /** Counts from 1, and rises with each change. */
  version: number;
  /** Who asked for it; `null`: the server has no users. */
  by: string | null;
  /** When, in milliseconds since 1970. */
  at: number;
  rows: number;
  /** The rows have no known answers: members are weighed by who agrees with whom. */
  unlabelled: boolean;
  milestones: Milestone[];
  /** The earlier version that it is again. */
  copyOf?: number;
}

/** What a server's panel has learned, and what it could learn now. */
export interface PanelLearning {
  /** Its rules use a calibration: a sequential poll, or a posterior decision. */
  uses: boolean;
  /** Its completed runs, at most the last 1,000. */
  runs: number;
  /** Those of them whose right answer is known. */
  known: number;
  missing: MissingRows[];
  /** Newest first. The first one is in use. */
  versions: LearnedVersion[];
}
