/** What a judge gives a text: a number per criterion of the rubric, and in total, which is their mean. */
export interface Score {
  total: number;
  /** By criterion; empty where the rubric is one text. */
  criteria: Record<string, number>;
}

/** What is scored: one text for a single number, names of criteria, or names with what they mean. */
export type Rubric = string | readonly string[] | Readonly<Record<string, string>>;

/** How the scores of a jury became one. */
export interface JuryScores extends Score {
  /** Standard deviation of the judges' totals; `null` with one judge. */
  spread: number | null;
  /** In panel order, those that gave a score. */
  judges: JudgeScore[];
}

/** One judge's score. */
export interface JudgeScore extends Score {
  debater: string;
  /** How far its total is above that of the jury. */
  bias: number;
}
