import type { AnswerKind, AnswerReader, Basis, Reading } from "../protocol/answer.ts";
import { type KindName, type KindOf, toKindObject, DEFAULT_SCALE } from "./answer-kinds.ts";
import { draftReader } from "./drafting/read-critique.ts";
import { findingsReader } from "./findings/read-findings.ts";
import { choiceReader, nameOptions } from "./kinds/choice.ts";
import { codeReader } from "./kinds/code.ts";
import { customReader } from "./kinds/custom.ts";
import { exactReader } from "./kinds/exact.ts";
import { jsonReader } from "./kinds/json.ts";
import { isMath, mathReader, sameMath } from "./kinds/math.ts";
import { numberReader } from "./kinds/number.ts";
import { scoreReader } from "./kinds/score.ts";
import { textReader } from "./kinds/text.ts";
import {
  createTyping,
  compareTypedAnswers,
  type TypedAnswer,
} from "./equality/compare-typed-answers.ts";
import { looksLikeMath } from "./math/looks-like-math.ts";
import { readReply } from "./read-reply.ts";

/**
 * Reader of each kind. Separate from the other traits, which are needed before a debate starts, while readers
 * are loaded with the first debate.
 */
const READERS: { readonly [T in KindName]: (kind: KindOf<T>, question: string) => unknown } = {
  // Needs round 0 first: see `createAutoReader`.
  auto: () => null,
  text: ({ similarity }, question) => textReader(question, similarity),
  exact: exactReader,
  number: ({ tolerance }, question) => numberReader(tolerance, question),
  choice: ({ options }, question) => choiceReader(options, question),
  math: mathReader,
  score: ({ rubric, scale = DEFAULT_SCALE }) => scoreReader(rubric, scale),
  code: codeReader,
  draft: draftReader,
  findings: findingsReader,
  json: ({ schema, by }) => jsonReader(schema, by),
};

/**
 * Prepares a kind for one debate. `null` for `auto`, which needs round 0 first: see `createAutoReader`.
 * The kind must have been validated.
 */
export function createReader<A>(kind: AnswerKind<A>, question: string): AnswerReader<A> | null {
  if (typeof kind === "object" && "read" in kind) return customReader(kind);
  const object = toKindObject(kind);
  // A name that a newer version recorded has no reader here.
  const create = (READERS as Record<string, (kind: unknown, question: string) => unknown>)[
    object.type
  ];
  // The kind determines the reader's type, but the compiler can't derive it from the table.
  return (create?.(object, question) ?? null) as AnswerReader<A> | null;
}

/**
 * Selects, once per debate, how answers are compared, from the question and the replies of round 0. Rules
 * settle identical and typed answers; the rest is left open for a model.
 */
export function createAutoReader(
  question: string,
  /** Replies, or parsed replies. */
  replies: readonly (string | Reading)[],
): AnswerReader<string> {
  const answers = replies
    .map((reply) => (typeof reply === "string" ? readReply(reply) : reply).answer)
    .filter((answer) => answer !== null);
  const interpret = createTyping(question, nameOptions(undefined, question));
  const allAnswers = (predicate: (answer: TypedAnswer) => boolean): boolean =>
    answers.length > 0 && answers.every((answer) => predicate(interpret(answer)));
  const readAs = (basis: Basis): AnswerReader<string> =>
    textReader(question, undefined, basis, interpret);
  if (allAnswers(({ option }) => option !== null)) return readAs("choice");
  if (allAnswers(({ quantity }) => quantity !== null)) return readAs("number");
  const isFormula = (answer: string): boolean => looksLikeMath(answer) && isMath(answer);
  const formulas = answers.filter(
    (answer) => isFormula(answer) || interpret(answer).quantity !== null,
  );
  return formulas.length * 2 > answers.length && answers.some(isFormula)
    ? formulaReader(question)
    : readAs("lexical");
}

/** Reader of answers that are mostly formulas, which are compared by value. */
function formulaReader(question: string): AnswerReader<string> {
  const interpret = createTyping(question, []);
  const text = textReader(question, undefined, "math", interpret);
  const compareByRules: AnswerReader<string>["compareByRules"] = (a, b) => {
    const comparison = compareTypedAnswers(interpret(a), interpret(b));
    return comparison === "open" && isMath(a) && isMath(b) && sameMath(a, b) ? "same" : comparison;
  };
  return { ...text, compareByRules, same: (a, b) => compareByRules(a, b) === "same" };
}
