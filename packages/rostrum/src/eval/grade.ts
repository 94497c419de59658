import { autoReader, readerFor, sameAnswer } from "../answers/index.ts";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import type { EvalItem } from "./datasets/item.ts";

/** Whether an answer is the known one, read and compared as the debate does it. */
export type Grade = (answer: unknown) => boolean;

export function gradeFor(
  { question, gold }: EvalItem,
  kind: AnswerKind<unknown> | undefined,
): Grade {
  const reader: AnswerReader = readerFor(kind ?? "auto", question) ?? autoReader(question, [gold]);
  const read = (text: string, verbatim?: string): ReturnType<AnswerReader["read"]> =>
    reader.read(
      { answer: text, reasoning: "", confidence: null, ...(verbatim ? { verbatim } : {}) },
      text,
    );
  const truth = read(gold);
  return (answer) => {
    if (answer === null || answer === undefined || truth === null) return false;
    // A result's answer was already read, so it contains no markup.
    const value = typeof answer === "string" ? read(answer, answer) : read(JSON.stringify(answer));
    return value !== null && sameAnswer(reader, value, truth);
  };
}
