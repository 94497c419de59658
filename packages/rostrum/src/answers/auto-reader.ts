import type { AnswerReader, Basis, Reading } from "../protocol/answer.ts";
import { createTyping, settleAnswers, type TypedAnswer } from "./compare/settle-answers.ts";
import { nameOptions } from "./kinds/choice.ts";
import { isMath, sameMath } from "./kinds/math.ts";
import { textReader } from "./kinds/text.ts";
import { looksLikeMath } from "./math/looks-like-math.ts";
import { readReply } from "./read-reply.ts";

/**
 * Chooses, once for a debate, how its answers are compared: from the question and the replies of round 0. Answers
 * keep their words. Rules settle what is identical, or typed; the rest is left open for a model.
 */
export function autoReader(
  question: string,
  /** Replies, or what was read from them. */
  replies: readonly (string | Reading)[],
): AnswerReader<string> {
  const answers = replies
    .map((reply) => (typeof reply === "string" ? readReply(reply) : reply).answer)
    .filter((answer) => answer !== null);
  const typed = createTyping(question, nameOptions(undefined, question));
  const all = (holds: (answer: TypedAnswer) => boolean): boolean =>
    answers.length > 0 && answers.every((answer) => holds(typed(answer)));
  const readAs = (basis: Basis): AnswerReader<string> =>
    textReader(question, undefined, basis, typed);
  if (all(({ option }) => option !== null)) return readAs("choice");
  if (all(({ quantity }) => quantity !== null)) return readAs("number");
  const isFormula = (answer: string): boolean => looksLikeMath(answer) && isMath(answer);
  const formulas = answers.filter((answer) => isFormula(answer) || typed(answer).quantity !== null);
  return formulas.length * 2 > answers.length && answers.some(isFormula)
    ? formulaReader(question, readAs("math"))
    : readAs("lexical");
}

/** Answers in words that are mostly formulas: these are compared by value. */
function formulaReader(question: string, text: AnswerReader<string>): AnswerReader<string> {
  const typed = createTyping(question, []);
  const settle: AnswerReader<string>["settle"] = (a, b) => {
    const settled = settleAnswers(typed(a), typed(b));
    return settled === "open" && isMath(a) && isMath(b) && sameMath(a, b) ? "same" : settled;
  };
  return { ...text, settle, same: (a, b) => settle(a, b) === "same" };
}
