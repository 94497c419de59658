import type { AnswerReader, Basis, Reading, ReadAnswer } from "../../protocol/answer.ts";
import { createTyping, settleAnswers, type TypedAnswer } from "../equality/settle-answers.ts";
import { isSimilar } from "../words/words.ts";
import { nameOptions } from "./choice.ts";

const readWords = ({ answer }: Reading): ReadAnswer<string> | null =>
  answer === null ? null : { value: answer, wording: answer };

/**
 * Answers in prose. Rules settle identical and typed answers; the rest is open. Without a comparing model,
 * open pairs are different, unless they reach `similarity`.
 */
export function textReader(
  question: string,
  similarity?: number,
  basis: Basis = "lexical",
  interpret: (answer: string) => TypedAnswer = createTyping(
    question,
    nameOptions(undefined, question),
  ),
): AnswerReader<string> {
  return {
    basis,
    read: readWords,
    settle: (a, b) => settleAnswers(interpret(a), interpret(b)),
    same(a, b) {
      const settlement = settleAnswers(interpret(a), interpret(b));
      if (settlement !== "open" || similarity === undefined) return settlement === "same";
      return isSimilar(a, b, similarity);
    },
    key: (answer) => interpret(answer).key,
  };
}
