import type { AnswerReader, Basis, Reading, ReadAnswer } from "../../protocol/answer.ts";
import {
  createTyping,
  compareTypedAnswers,
  type TypedAnswer,
} from "../equality/compare-typed-answers.ts";
import { isSimilar } from "../words/word-overlap.ts";
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
    compareByRules: (a, b) => compareTypedAnswers(interpret(a), interpret(b)),
    same(a, b) {
      const comparison = compareTypedAnswers(interpret(a), interpret(b));
      if (comparison !== "open" || similarity === undefined) return comparison === "same";
      return isSimilar(a, b, similarity);
    },
    key: (answer) => interpret(answer).key,
  };
}
