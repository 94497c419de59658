import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";

/** Whether two answers, as they were read, count as the same. */
export const sameAnswer = <A>(
  reader: AnswerReader<A>,
  a: ReadAnswer<A>,
  b: ReadAnswer<A>,
): boolean => reader.same(a.value, b.value, [a, b]);
