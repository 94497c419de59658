import { createAutoReader, createReader, isSameAnswer } from "@rostrum/core/answers";
import type { AnswerKind, AnswerReader, ReadAnswer } from "@rostrum/core/protocol";
import { fail } from "@rostrum/core/options";
import { listGolds, type EvalItem } from "./datasets/item.ts";
import { wrapAnswer, readKnown } from "./read-known.ts";
import { stringifyAnswer, type EvalRow, type Grade, type GradedAnswer } from "./outcome.ts";

/** Grade by rules alone, without a model. */
export interface RulesGrade {
  right: boolean;
  /** True if the rules are reliable here, so that no model needs to grade. */
  certain: boolean;
}

/** Right answers of a question, with the reader that compares them. */
interface Truths {
  reader: AnswerReader;
  truths: ReadAnswer<unknown>[];
  /** True if every known answer could be read as the expected kind. */
  isComplete: boolean;
}

function readTruths(item: EvalItem, kind: AnswerKind<unknown> | undefined): Truths {
  const golds = listGolds(item);
  const reader: AnswerReader =
    createReader(kind ?? "auto", item.question) ??
    createAutoReader(item.question, golds.map(readKnown));
  const truths = golds.flatMap((gold) => reader.read(readKnown(gold), gold) ?? []);
  return { reader, truths, isComplete: truths.length === golds.length };
}

/** Refuses a question whose known answers can't be read as the expected kind: every answer would count as wrong. */
export function checkGolds(
  items: readonly EvalItem[],
  kind: AnswerKind<unknown> | undefined,
): void {
  for (const [index, item] of items.entries()) {
    const { reader, truths } = readTruths(item, kind);
    if (truths.length > 0) continue;
    const expected = `a known answer of question "${item.id}" that can be read as kind ${reader.basis}, or a model in grade.model that compares it`;
    fail(`items[${index}].gold`, expected, item.gold);
  }
}

export function createRulesGrade(
  item: EvalItem,
  kind: AnswerKind<unknown> | undefined,
): (answer: unknown) => RulesGrade {
  const { reader, truths, isComplete } = readTruths(item, kind);
  return (answer) => {
    if (answer === null || answer === undefined) return { right: false, certain: true };
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    const value = reader.read(wrapAnswer(text), text);
    if (value === null) return { right: false, certain: true };
    const right = truths.some((truth) => isSameAnswer(reader, value, truth));
    const comparisons = new Set(
      truths.map((truth) => reader.compareByRules?.(value.value, truth.value)),
    );
    const open = comparisons.has("open") && !comparisons.has("same");
    // An answer that equals no readable one may still equal an unreadable one.
    return { right, certain: right || (isComplete && !open) };
  };
}

/** Lists all answers that affect a row's figures: of arms, of votes, and of each member in each round. */
export function listAnswers({ independent, outcomes }: EvalRow): string[] {
  const debates = [independent, ...Object.values(outcomes).flatMap(({ debate }) => debate ?? [])];
  const debateAnswers = debates.flatMap(({ answer, rounds }) => [
    stringifyAnswer(answer),
    ...rounds.flatMap(({ positions }) => positions.map((position) => position.answer)),
  ]);
  const all = [...Object.values(outcomes).map(({ answer }) => answer), ...debateAnswers];
  return [...new Set(all.filter((answer) => answer !== null))];
}

/** Applies a grader's grades to a row. */
export function applyGrades(row: EvalRow, graded: GradedAnswer[]): EvalRow {
  const gradeByAnswer = new Map(graded.map(({ answer, right }) => [answer, right]));
  const outcomes = Object.entries(row.outcomes).map(([name, outcome]) => {
    const right = gradeByAnswer.get(outcome.answer ?? "") ?? outcome.right;
    return [name, { ...outcome, right }] as const;
  });
  return { ...row, outcomes: Object.fromEntries(outcomes), graded };
}

/** Grades a row's answers by the model's grade if there is one, else by the rules. */
export function createRowGrade(
  { item, graded = [] }: Pick<EvalRow, "item" | "graded">,
  kind: AnswerKind<unknown> | undefined,
): Grade {
  const gradeByAnswer = new Map(graded.map(({ answer, right }) => [answer, right]));
  const rules = createRulesGrade(item, kind);
  return (answer) => gradeByAnswer.get(stringifyAnswer(answer) ?? "") ?? rules(answer).right;
}
