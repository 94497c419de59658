/** What was learned about a panel from questions with known answers. Plain JSON: save it, load it. */
export interface Calibration {
  version: 1;
  /** By how answers were compared (`number`, `choice`, …). */
  kinds: Record<string, KindCalibration>;
  /** Mean time that a reply took, by debater name, if the rows have it. */
  latencyMs?: Record<string, number>;
}

export interface KindCalibration {
  /** Rows it was learned from. */
  rows: number;
  /** Kinds of question, from easy to hard: members err together because a question is hard for all. */
  classes: DifficultyClass[];
  /** For each row, how sure the whole panel's replies make the answer. Surest first. */
  beliefs: number[];
}

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
