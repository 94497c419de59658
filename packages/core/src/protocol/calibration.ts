/**
 * Statistics about a panel, learned from questions with known answers. Plain JSON, to be saved and loaded.
 */
export interface Calibration {
  version: 1;
  /** Learned without known answers: it weighs members, but no answer is ever certain. */
  unlabelled?: true;
  /** Keyed by how answers were compared (`number`, `choice`, …). */
  kinds: Record<string, KindCalibration>;
  /** Mean latency of a reply by debater name, if the rows have it. */
  latencyMs?: Record<string, number>;
  /** Mean length of a reply in tokens, by debater name. */
  replyTokens?: Record<string, number>;
  /** Origin of the calibration. */
  about?: CalibrationAbout;
}

/** Origin of a calibration. */
export interface CalibrationAbout {
  /** Number of rows, over all kinds. */
  rows: number;
  /** Date of creation, such as `2026-01-31`. */
  made: string;
  /** Description of the rows, by their author. `null`: not given. */
  source: string | null;
  /**
   * `strict`: replies were read as a debate reads them. `recorded`: they were read by the `read` passed to
   * `calibrate()`.
   */
  reads: "strict" | "recorded";
}

/** Statistics about a panel on one kind of question. */
export interface KindCalibration {
  /** Number of rows. */
  rows: number;
  /** The rows had no known answers: reliabilities are derived from agreement between members. */
  unlabelled?: true;
  /** Names of members that err together so often that they count as one voter. Absent: none. */
  twins?: string[][];
  /**
   * Difficulty levels, from easy to hard. They explain why members err together: a question is hard for all.
   */
  classes: DifficultyClass[];
  /** Belief in the answer after all members replied, one number per row, highest first. */
  beliefs: number[];
  /** Beliefs of the rows whose leading answer was wrong. */
  misses: number[];
  /** Corrects the belief in the leading answer. Learned on rows that the classes were not learned from. */
  correction?: Correction;
  /** Effect of debates on the vote of round 0, where rows have revised replies. */
  debates?: { led: DebateCount; split: DebateCount };
  /** The rows without their texts, so that any order of asking the panel can be replayed. */
  replay?: CalibrationReplay;
}

/** Correct votes before and after a debate. */
export interface DebateCount {
  rows: number;
  rightBefore: number;
  rightAfter: number;
}

/** Logistic: the logit of the corrected belief is `intercept + slope × logit(belief)`. */
export interface Correction {
  intercept: number;
  slope: number;
}

/** Answers that a calibration was learned from. Certificates are measured on them. */
export interface CalibrationReplay {
  /** Debater names, in the order of `said`. */
  members: string[];
  rows: ReplayRow[];
  /** The classes as learned without the rows of each fold. */
  folds: DifficultyClass[][];
}

/** Replies of the members to one question with a known answer. */
export interface ReplayRow {
  /** Each member's group of equal answers. -1: unreadable. `null`: no reply in this row. */
  said: (number | null)[];
  /** Group with the right answer. `null`: no group has it. */
  right: number | null;
  fold: number;
  /** The same question as in an earlier row. Used for learning, but not counted as another case. */
  repeated?: true;
}

/** Reliability of the members on questions of one difficulty. */
export interface DifficultyClass {
  /** Share of questions in this class. */
  share: number;
  /** Probability that each member is right on such a question, by debater name. */
  reliability: Record<string, number>;
  /** The same for a member that is not in the rows. */
  otherwise: number;
  /** Probability that two wrong answers to one question are the same wrong answer. */
  sharing: number;
  /** Share of questions with a trap: nearly all members who err give the same wrong answer. */
  traps: number;
}
