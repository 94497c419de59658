/** What was learned about a panel from questions with known answers. Plain JSON: save it, load it. */
export interface Calibration {
  version: 1;
  /** By how answers were compared (`number`, `choice`, …). */
  kinds: Record<string, KindCalibration>;
  /** Mean time a reply took, by debater name, where the rows said so. */
  latencyMs?: Record<string, number>;
}

export interface KindCalibration {
  /** Rows it was learned from. */
  rows: number;
  /** Kinds of question, from easy to hard: members err together because a question is hard for all. */
  classes: DifficultyClass[];
  /** How sure the whole panel's replies would have made it, row by row, surest first. */
  beliefs: number[];
}

export interface DifficultyClass {
  /** Share of questions that are of this class. */
  share: number;
  /** How often each member is right on such a question, by debater name. */
  reliability: Record<string, number>;
  /** The same for a member that was not in the rows. */
  otherwise: number;
  /** How often two wrong answers to one question are the same wrong answer. */
  sharing: number;
  /** Share of questions that lead nearly everybody who errs to one wrong answer. */
  traps: number;
}
