import { autoReader, readerFor } from "../answers/index.ts";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import type { EvalItem } from "./datasets/item.ts";

/** Says whether an answer is the known one, read and compared as the debate reads and compares. */
export type Grade = (answer: unknown) => boolean;

export function gradeFor(
  { question, gold }: EvalItem,
  kind: AnswerKind<unknown> | undefined,
): Grade {
  const reader: AnswerReader = readerFor(kind ?? "auto", question) ?? autoReader(question, [gold]);
  const read = (text: string): ReturnType<AnswerReader["read"]> =>
    reader.read({ answer: text, reasoning: "", confidence: null }, text);
  const truth = read(gold);
  return (answer) => {
    if (answer === null || answer === undefined || truth === null) return false;
    const value = read(typeof answer === "string" ? answer : JSON.stringify(answer));
    return value !== null && reader.same(value.value, truth.value);
  };
}
