import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import { formatScore, type JuryScores, type Score } from "../../protocol/score.ts";
import { formatWithUnit } from "../../protocol/with-unit.ts";
import { averageScores } from "../../decide/scores.ts";
import type { ScoringRule } from "../../decide/scoring-rules.ts";
import { noteMissing, type DebateState } from "../state/state.ts";
import type { VoteTally } from "../rounds/votes.ts";

/** Enough for any measurement, without the last digits, which rounding errors change. */
const SIGNIFICANT_DIGITS = 12;

/** Combines the jury's scores into one. It isn't the answer of any member, so it has no winner and no supporters. */
export function decideByScores(
  state: DebateState,
  { values, count, reader }: VoteTally,
  rule: ScoringRule,
  voted: SynthesizedEvent,
): SynthesizedEvent {
  const nameOf = (member: number): string => count.names[member] ?? "";
  const votes = values.flatMap((value, member) =>
    value !== null && count.votes[member] ? [{ member, value }] : [],
  );
  const unit = findCommonUnit(reader, votes);
  const inUnit = votes.flatMap(({ member, value }) => {
    const converted = convertTo(unit, reader, value);
    if (converted !== null) return [{ member, value: converted }];
    const error = `"${value.wording}" can't be converted to "${unit}"`;
    noteMissing(state, { what: "average", about: nameOf(member), error });
    return [];
  });
  const ratings = inUnit.map(({ member, value }) => ({
    debater: nameOf(member),
    weight: count.weights[member] ?? 1,
    score: toScore(value),
  }));
  const scores: JuryScores = averageScores(rule, ratings);
  const { total, criteria } = scores;
  const isNumber = votes.some(({ value }) => typeof value.value === "number");
  const answer = isNumber ? Number(total.toPrecision(SIGNIFICANT_DIGITS)) : { total, criteria };
  return {
    ...voted,
    method: rule.type,
    answer,
    unit,
    text: typeof answer === "number" ? formatWithUnit(answer, unit) : formatScore(scores),
    reasoning: "",
    confidence: null,
    confidenceBasis: null,
    winner: null,
    agreement: null,
    dissent: votes.flatMap(({ member }) =>
      inUnit.some((each) => each.member === member && reader.same(each.value, answer))
        ? []
        : [nameOf(member)],
    ),
    scores,
  };
}

interface Vote {
  member: number;
  value: ReadAnswer<unknown>;
}

/** The unit that most answers can be converted to, of several the first one; `null` if no answer names a unit. */
function findCommonUnit(reader: AnswerReader, votes: readonly Vote[]): string | null {
  const units = [...new Set(votes.flatMap(({ value }) => value.unit ?? []))];
  const reach = units.map(
    (unit) => votes.filter(({ value }) => convertTo(unit, reader, value) !== null).length,
  );
  return units[reach.indexOf(Math.max(...reach))] ?? null;
}

/** The answer's value in that unit; `null` if it can't be converted. */
function convertTo(
  unit: string | null,
  reader: AnswerReader,
  answer: ReadAnswer<unknown>,
): unknown {
  if (unit === null || !reader.inUnitOf) return answer.value;
  // A bare number may leave out a unit of measure, but not a percent sign.
  if (answer.unit === undefined && !reader.same(answer.value, answer.value, [answer, { unit }]))
    return null;
  const converted = reader.inUnitOf(answer, [{ ...answer, unit }]);
  return converted.unit === unit ? converted.value : null;
}

/** A plain number is a score without criteria. */
function toScore(value: unknown): Score {
  return typeof value === "number" ? { total: value, criteria: {} } : (value as Score);
}
