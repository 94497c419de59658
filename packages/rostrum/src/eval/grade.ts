import { createAutoReader, createReader, isSameAnswer } from "../answers/index.ts";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import { listGolds, type EvalItem } from "./datasets/item.ts";
import { wrapAnswer, readKnown } from "./read-known.ts";

/** Whether an answer is a known one, read and compared as the debate does it. */
export type Grade = (answer: unknown) => boolean;

/** What the rules say of an answer. */
export interface RulesGrade {
  right: boolean;
  /** The rules are near certain, so no model has to be asked. */
  certain: boolean;
}

export function createRulesGrade(
  item: EvalItem,
  kind: AnswerKind<unknown> | undefined,
): (answer: unknown) => RulesGrade {
  const golds = listGolds(item);
  const reader: AnswerReader =
    createReader(kind ?? "auto", item.question) ??
    createAutoReader(item.question, golds.map(readKnown));
  const truths = golds.flatMap((gold) => reader.read(readKnown(gold), gold) ?? []);
  return (answer) => {
    const wrong = { right: false, certain: true };
    if (answer === null || answer === undefined || truths.length === 0) return wrong;
    const said = typeof answer === "string" ? answer : JSON.stringify(answer);
    const value = reader.read(wrapAnswer(said), said);
    if (value === null) return wrong;
    const right = truths.some((truth) => isSameAnswer(reader, value, truth));
    const settled = new Set(truths.map((truth) => reader.settle?.(value.value, truth.value)));
    const open = settled.has("open") && !settled.has("same");
    return { right, certain: !open };
  };
}
