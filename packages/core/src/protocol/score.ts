/** A judge's score of a text: a number per criterion of the rubric, and their mean as the total. */
export interface Score {
  total: number;
  /** By criterion. Empty if the rubric is a single text. */
  criteria: Record<string, number>;
}

/** Criteria: one text for a single number, names of criteria, or names with descriptions. */
export type Rubric = string | readonly string[] | Readonly<Record<string, string>>;

/** Combined scores of a jury. */
export interface JuryScores extends Score {
  /** Standard deviation of the judges' totals; `null` with one judge. */
  spread: number | null;
  /** Judges that gave a score, in panel order. */
  judges: JudgeScore[];
}

/** One judge's score. */
export interface JudgeScore extends Score {
  debater: string;
  /** The judge's total minus the jury's. */
  bias: number;
}

/** A score in words: "4.5 (clarity 4, accuracy 5)". */
export function formatScore({ total, criteria }: Score): string {
  const parts = Object.entries(criteria).map(([name, value]) => `${name} ${formatFigure(value)}`);
  return parts.length === 0 ? formatFigure(total) : `${formatFigure(total)} (${parts.join(", ")})`;
}

function formatFigure(value: number): string {
  return String(Number(value.toFixed(2)));
}
