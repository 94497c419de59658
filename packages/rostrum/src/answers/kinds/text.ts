import type { AnswerReader, Basis, Reading } from "../../protocol/answer.ts";
import { compareProse } from "../prose/compare.ts";
import type { Comparison } from "../prose/compare.ts";
import { questionOf } from "../prose/question.ts";
import type { ProseQuestion } from "../prose/question.ts";
import { readStatement } from "../prose/read-prose.ts";
import { understandProse } from "../prose/understand-prose.ts";
import { nearlySame, phraseOf } from "../words/near.ts";
import { normalised } from "../words/tokens.ts";
import { remember } from "./remember.ts";

export const defaultSimilarity = 0.85;

/** An answer that its reply marks as such is kept whole up to this length. */
const longestAnswer = 200;

const word = /[\p{L}\p{N}]/u;

/**
 * The words of a reply that answer, verbatim: the answer that it marks as such, or the sentence of its
 * prose that answers. `null` if it declines or echoes its instructions.
 */
export function statementOf(question: ProseQuestion, { answer, prose }: Reading): string | null {
  if (answer === null) return null;
  const whole = prose ?? answer;
  const statement = readStatement(question, whole);
  // Signs alone, such as "+" and "😀", are an answer too.
  if (statement === null) return word.test(whole.slice(0, 2_000)) ? null : answer;
  return prose === undefined && answer.length <= longestAnswer ? answer : statement;
}

/** Only the same words are the same answer, so nothing is left to judge. */
function strictReader(question: ProseQuestion, basis: Basis): AnswerReader<string> {
  const keyOf = remember(normalised);
  return {
    basis,
    read: readerOf(question),
    same: (a, b) => a === b || keyOf(a) === keyOf(b),
    key: keyOf,
  };
}

const readerOf =
  (question: ProseQuestion): AnswerReader<string>["read"] =>
  (reading) => {
    const statement = statementOf(question, reading);
    return statement === null ? null : { value: statement, wording: statement };
  };

/**
 * Answers in prose to one question. What the rules are certain of decides. Otherwise, answers are the same
 * if they share nearly all words, or if a score fitted to people's judgments says so.
 */
export function proseReader(
  question: ProseQuestion,
  similarity: number = defaultSimilarity,
  basis: Basis = "lexical",
): AnswerReader<string> {
  if (similarity >= 1) return strictReader(question, basis);
  const understood = remember((text) => understandProse(question, text));
  const phrased = remember(phraseOf);
  const compared = (a: string, b: string): Comparison =>
    compareProse(question, understood(a), understood(b));
  return {
    basis,
    read: readerOf(question),
    key: (text) => understood(text).key,
    settle: (a, b) => (a === b ? "same" : compared(a, b).settled),
    same(a, b) {
      if (a === b) return true;
      const { settled, likelier, ruled } = compared(a, b);
      const rules = settled !== "open" || (ruled && similarity >= defaultSimilarity);
      if (rules || likelier === "same") return likelier === "same";
      return nearlySame(phrased(a), phrased(b), similarity);
    },
  };
}

/** Free text, read and compared as an answer to its question. */
export const textReader = (similarity?: number, question: string = ""): AnswerReader<string> =>
  proseReader(questionOf(question), similarity);
