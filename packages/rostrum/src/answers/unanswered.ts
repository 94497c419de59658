import type { AnswerReader, Reading } from "../protocol/answer.ts";
import { soleNumber } from "./kinds/sole-number.ts";
import { statementOf } from "./kinds/text.ts";
import type { ProseQuestion } from "./prose/question.ts";
import { echoesPrompt, soundsLikePrompt } from "./prose/unread.ts";

/** Whether a reply only repeats its instructions ("your answer") or is empty. */
const echoes = (question: () => ProseQuestion, { answer }: Reading): boolean =>
  answer === null || (soundsLikePrompt(answer) && echoesPrompt(question(), answer));

/** Whether a reply answers: it neither repeats its instructions nor declines. */
export const answers = (question: () => ProseQuestion, reading: Reading): boolean =>
  !echoes(question, reading) &&
  (soleNumber(reading.answer ?? "") !== null || statementOf(question(), reading) !== null);

/** A reader for which an echo of the instructions is not an answer. */
export const withoutEchoes = <A>(
  question: () => ProseQuestion,
  reader: AnswerReader<A>,
): AnswerReader<A> => ({
  ...reader,
  read: (reading, text) => (echoes(question, reading) ? null : reader.read(reading, text)),
});

/** A reader for which neither an echo nor a reply that declines is an answer. */
export const withoutRefusals = <A>(
  question: () => ProseQuestion,
  reader: AnswerReader<A>,
): AnswerReader<A> => ({
  ...reader,
  read: (reading, text) => (answers(question, reading) ? reader.read(reading, text) : null),
});
