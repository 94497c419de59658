import type { JuryScores, Score } from "../protocol/score.ts";
import type { ScoringRule } from "./scoring-rules.ts";

/** One judge's score and its weight. */
export interface WeightedScore {
  debater: string;
  weight: number;
  score: Score;
}

/** The jury's score: each criterion and the total by the rule, the spread, and each judge's bias. */
export function averageScores(rule: ScoringRule, scores: readonly WeightedScore[]): JuryScores {
  const average = (value: (score: Score) => number): number =>
    averageValues(
      rule,
      scores.map(({ score, weight }) => ({ value: value(score), weight })),
    );
  const total = average((score) => score.total);
  const names = Object.keys(scores[0]?.score.criteria ?? {});
  return {
    total,
    criteria: Object.fromEntries(
      names.map((name) => [name, average(({ criteria }) => criteria[name] ?? 0)]),
    ),
    spread: measureSpread(scores.map(({ score }) => score.total)),
    judges: scores.map(({ debater, score }) => ({ debater, ...score, bias: score.total - total })),
  };
}

function averageValues(
  rule: ScoringRule,
  values: readonly { value: number; weight: number }[],
): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  switch (rule.type) {
    case "mean":
      return weighValues(sorted);
    case "trimmed": {
      const cut = Math.min(
        Math.floor(rule.share * sorted.length),
        Math.floor((sorted.length - 1) / 2),
      );
      return weighValues(sorted.slice(cut, sorted.length - cut));
    }
    case "median": {
      const middle = (sorted.length - 1) / 2;
      return weighValues(
        [Math.floor(middle), Math.ceil(middle)].flatMap((at) => {
          const { value } = sorted[at] ?? {};
          return value === undefined ? [] : [{ value, weight: 1 }];
        }),
      );
    }
  }
}

function weighValues(values: readonly { value: number; weight: number }[]): number {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = total > 0 ? values : values.map(({ value }) => ({ value, weight: 1 }));
  return (
    weighted.reduce((sum, { value, weight }) => sum + value * weight, 0) /
    weighted.reduce((sum, { weight }) => sum + weight, 0)
  );
}

/** Standard deviation of a sample. */
function measureSpread(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
