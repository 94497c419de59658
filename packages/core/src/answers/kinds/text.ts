import type { AnswerReader, Basis, Reading, ReadAnswer } from "../../protocol/answer.ts";
import { createTyping, settleAnswers, type TypedAnswer } from "../compare/settle-answers.ts";
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
  typed: (answer: string) => TypedAnswer = createTyping(question, nameOptions(undefined, question)),
): AnswerReader<string> {
  return {
    basis,
    read: readWords,
    settle: (a, b) => settleAnswers(typed(a), typed(b)),
    same(a, b) {
      const settled = settleAnswers(typed(a), typed(b));
      if (settled !== "open" || similarity === undefined) return settled === "same";
      return isSimilar(a, b, similarity);
    },
    key: (answer) => typed(answer).key,
  };
}
