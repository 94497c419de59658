import type { SynthesizedEvent } from "../protocol/events.ts";
import type { JuryScores, Score } from "../protocol/score.ts";
import { averageScores } from "../decide/scores.ts";
import type { ScoringRule } from "../decide/scoring-rules.ts";
import { formatScore } from "../answers/kinds/score.ts";
import type { VoteTally } from "./votes.ts";

/** Combines the jury's scores into one. It isn't the answer of any member, so it has no winner and no supporters. */
export function decideByScores(
  voteTally: VoteTally,
  rule: ScoringRule,
  voted: SynthesizedEvent,
): SynthesizedEvent {
  const { values, count, votes, reader } = voteTally;
  const ratings = values.flatMap((value, member) =>
    value !== null && count.votes[member]
      ? [
          {
            debater: count.names[member] ?? "",
            weight: count.weights[member] ?? 1,
            score: toScore(value.value),
          },
        ]
      : [],
  );
  const scores: JuryScores = averageScores(rule, ratings);
  const { total, criteria } = scores;
  const answer =
    typeof values.find((value) => value !== null)?.value === "number" ? total : { total, criteria };
  const isSame = (member: number): boolean => {
    const ownValue = values[member];
    return ownValue != null && reader.same(ownValue.value, answer);
  };
  return {
    ...voted,
    method: rule.type,
    answer,
    text: formatScore(scores),
    reasoning: "",
    confidence: null,
    confidenceBasis: null,
    winner: null,
    agreement: null,
    dissent: count.names.filter((_, member) => votes[member] && !isSame(member)),
    scores,
  };
}

/** A plain number is a score without criteria. */
function toScore(value: unknown): Score {
  return typeof value === "number" ? { total: value, criteria: {} } : (value as Score);
}
