import type { JuryScores, Score } from "../protocol/score.ts";
import type { ScoringRule } from "./scoring-rules.ts";

/** One judge's score, and how much it counts. */
export interface GivenScore {
  debater: string;
  weight: number;
  score: Score;
}

/** The jury's score: each criterion and the total by the rule, how far judges are apart, and who is above it. */
export function averageScores(rule: ScoringRule, given: readonly GivenScore[]): JuryScores {
  const average = (value: (score: Score) => number): number =>
    averageValues(
      rule,
      given.map(({ score, weight }) => ({ value: value(score), weight })),
    );
  const total = average((score) => score.total);
  const names = Object.keys(given[0]?.score.criteria ?? {});
  return {
    total,
    criteria: Object.fromEntries(
      names.map((name) => [name, average(({ criteria }) => criteria[name] ?? 0)]),
    ),
    spread: measureSpread(given.map(({ score }) => score.total)),
    judges: given.map(({ debater, score }) => ({ debater, ...score, bias: score.total - total })),
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
  const each = total > 0 ? values : values.map(({ value }) => ({ value, weight: 1 }));
  return (
    each.reduce((sum, { value, weight }) => sum + value * weight, 0) /
    each.reduce((sum, { weight }) => sum + weight, 0)
  );
}

/** Standard deviation of a sample. */
function measureSpread(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
