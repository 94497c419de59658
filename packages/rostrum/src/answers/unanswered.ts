import type { AnswerReader, Reading } from "../protocol/answer.ts";
import { soleNumber } from "./kinds/sole-number.ts";
import { statementOf } from "./kinds/text.ts";
import type { AskedQuestion } from "./prose/asked-question.ts";
import { readerWith } from "./reader-with.ts";
import { echoesPrompt, soundsLikePrompt } from "./prose/unread.ts";

/** Whether a reply only repeats its instructions ("your answer") or is empty. */
export const echoes = (question: AskedQuestion, { answer }: Reading): boolean =>
  answer === null || (soundsLikePrompt(answer) && echoesPrompt(question.understood(), answer));

/** Whether a reply answers: it neither repeats its instructions nor declines. */
export const answers = (question: AskedQuestion, reading: Reading): boolean =>
  !echoes(question, reading) &&
  (soleNumber(reading.answer ?? "") !== null ||
    statementOf(question.understood(), reading) !== null);

/** A reader for which an echo of the instructions is not an answer. */
export const withoutEchoes = <A>(
  question: AskedQuestion,
  reader: AnswerReader<A>,
): AnswerReader<A> =>
  readerWith(reader, {
    read: (reading, text) => (echoes(question, reading) ? null : reader.read(reading, text)),
  });

/** A reader for which neither an echo nor a reply that declines is an answer. */
export const withoutRefusals = <A>(
  question: AskedQuestion,
  reader: AnswerReader<A>,
): AnswerReader<A> =>
  readerWith(reader, {
    read: (reading, text) => (answers(question, reading) ? reader.read(reading, text) : null),
  });
