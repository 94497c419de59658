import type { AnswerKind } from "../../protocol/answer.ts";
import { createRulesGrade, type Grade } from "../grade.ts";
import type { EvalRow, GradedAnswer } from "../row.ts";
import { formatAnswer } from "../outcome.ts";

/** Every answer that a row's figures rest on: of arms, of votes, and of each member in each round. */
export function listAnswers({ independent, outcomes }: EvalRow): string[] {
  const debates = [independent, ...Object.values(outcomes).flatMap(({ debate }) => debate ?? [])];
  const said = debates.flatMap(({ answer, rounds }) => [
    formatAnswer(answer),
    ...rounds.flatMap(({ positions }) => positions.map((position) => position.answer)),
  ]);
  const all = [...Object.values(outcomes).map(({ answer }) => answer), ...said];
  return [...new Set(all.filter((answer) => answer !== null))];
}

/** The row with the grades that a grader gave. */
export function applyGrades(row: EvalRow, graded: GradedAnswer[]): EvalRow {
  const known = new Map(graded.map(({ answer, right }) => [answer, right]));
  const outcomes = Object.entries(row.outcomes).map(([name, outcome]) => {
    const right = known.get(outcome.answer ?? "") ?? outcome.right;
    return [name, { ...outcome, right }] as const;
  });
  return { ...row, outcomes: Object.fromEntries(outcomes), graded };
}

/** The grade of a row's answers: a grader's, where it was asked about one, else the rules'. */
export function createRowGrade(
  { item, graded = [] }: Pick<EvalRow, "item" | "graded">,
  kind: AnswerKind<unknown> | undefined,
): Grade {
  const known = new Map(graded.map(({ answer, right }) => [answer, right]));
  const rules = createRulesGrade(item, kind);
  return (answer) => known.get(formatAnswer(answer) ?? "") ?? rules(answer).right;
}
