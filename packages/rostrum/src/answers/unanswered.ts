import type { AnswerReader, Reading } from "../protocol/answer.ts";
import { statementOf } from "./kinds/text.ts";
import type { ProseQuestion } from "./prose/question.ts";
import { echoesPrompt } from "./prose/unread.ts";

const echoes = (question: ProseQuestion, { answer }: Reading): boolean =>
  answer !== null && echoesPrompt(question, answer);

/** A reader for which an echo of the instructions ("your answer") is not an answer. */
export const withoutEchoes = <A>(
  question: ProseQuestion,
  reader: AnswerReader<A>,
): AnswerReader<A> => ({
  ...reader,
  read: (reading, text) => (echoes(question, reading) ? null : reader.read(reading, text)),
});

/** A reader for which neither an echo nor a reply that declines is an answer. */
export const withoutRefusals = <A>(
  question: ProseQuestion,
  reader: AnswerReader<A>,
): AnswerReader<A> => ({
  ...reader,
  read: (reading, text) =>
    echoes(question, reading) || statementOf(question, reading) === null
      ? null
      : reader.read(reading, text),
});
