/** What was learned about a panel from questions with known answers. Plain JSON: save it, load it. */
export interface Calibration {
  version: 1;
  /** It was learned without known answers: it weighs members, and no answer is ever sure. */
  unlabelled?: true;
  /** By how answers were compared (`number`, `choice`, …). */
  kinds: Record<string, KindCalibration>;
  /** Mean time that a reply took, by debater name, if the rows have it. */
  latencyMs?: Record<string, number>;
  /** Mean length of a reply in tokens, by debater name. */
  replyTokens?: Record<string, number>;
  /** Where it comes from. */
  about?: CalibrationAbout;
}

/** Where a calibration comes from. */
export interface CalibrationAbout {
  /** Rows it was learned from, of all kinds. */
  rows: number;
  /** The day it was made, such as `2026-01-31`. */
  made: string;
  /** What the rows are, in the words of whoever made it; `null` where nobody said. */
  source: string | null;
  /** `strict`: replies were read as a debate reads them. `recorded`: by the `read` that `calibrate()` was given. */
  reads: "strict" | "recorded";
}

/** What is known about a panel on one kind of question. */
export interface KindCalibration {
  /** Rows it was learned from. */
  rows: number;
  /** The rows had no known answers: reliabilities come from who agreed with whom. */
  unlabelled?: true;
  /** Members that err together so often that they count as one voter, by name. Absent: none. */
  twins?: string[][];
  /** Kinds of question, from easy to hard: members err together because a question is hard for all. */
  classes: DifficultyClass[];
  /** For each row, how sure the whole panel's replies make the answer. Surest first. */
  beliefs: number[];
  /** The same for the rows among them where the leading answer was wrong. */
  misses: number[];
  /** Corrects how sure the classes are of the leading answer. Learned on rows that they had not seen. */
  correction?: Correction;
  /** What debates did to the vote of round 0, where rows have revised replies. */
  debates?: { led: DebateCount; split: DebateCount };
  /** The rows without their texts, so that any way of asking the panel can be replayed. */
  replay?: CalibrationReplay;
}

/** Votes before and after a debate. */
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

/** The answers that a calibration was learned from. A certificate is measured on them. */
export interface CalibrationReplay {
  /** Debater names, in the order of `said`. */
  members: string[];
  rows: ReplayRow[];
  /** The classes as learned without the rows of each fold. */
  folds: DifficultyClass[][];
}

/** What each member said to one question with a known answer. */
export interface ReplayRow {
  /** The group of equal answers that each member is in; -1: unreadable, `null`: it has no reply in this row. */
  said: (number | null)[];
  /** The group whose answer is right; `null`: none is. */
  right: number | null;
  fold: number;
  /**
   * The same question as in an earlier row: it is used for learning, but doesn't count as another
   * case.
   */
  repeated?: true;
}

/** How members do on questions of one difficulty. */
export interface DifficultyClass {
  /** Share of questions that are of this class. */
  share: number;
  /** How often each member is right on such a question, by debater name. */
  reliability: Record<string, number>;
  /** The same, for a member that is not in the rows. */
  otherwise: number;
  /** How often two wrong answers to one question are the same wrong answer. */
  sharing: number;
  /** Share of questions with a trap: nearly everybody who errs gives the same wrong answer. */
  traps: number;
}
