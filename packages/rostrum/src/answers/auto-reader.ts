import type { AnswerReader, Basis, ReadAnswer } from "../protocol/answer.ts";
import { choiceReader } from "./kinds/choice.ts";
import { listedOptions } from "./kinds/listed-options.ts";
import { mathReader } from "./kinds/math.ts";
import { sameNumber } from "./kinds/number.ts";
import { looksLikeMath } from "./math/looks-like-math.ts";
import { figuresIn } from "./kinds/figures.ts";
import { numberIn } from "./kinds/parse-number.ts";
import { soleNumber } from "./kinds/sole-number.ts";
import { remember } from "./kinds/remember.ts";
import { textReader } from "./kinds/text.ts";
import { asksYesOrNo, yesOrNo } from "./kinds/yes-no.ts";
import { readReply } from "./read-reply.ts";

/** How one kind understands the words of an answer; `null` where it can't. */
interface Understanding<V> {
  basis: Basis;
  of(words: string): V | null;
  same(a: V, b: V): boolean;
  key?(value: V): string;
}

/** Wordings longer than this are sentences: what they come to is shown in their place. */
const longestWording = 80;

/**
 * Keeps answers as words and compares them by a kind. An answer that the kind can't understand is
 * compared as text, and differs from all that it can: nobody's vote is lost for its form.
 */
function asWords<V>(kind: Understanding<V>): AnswerReader<string> {
  const free = textReader();
  const understood = remember((words): { value: V | null } => ({ value: kind.of(words) }));
  return {
    basis: kind.basis,
    read(reading): ReadAnswer<string> | null {
      const { answer, reasoning } = reading;
      if (answer !== null && answer.length <= longestWording)
        return { value: answer, wording: answer };
      const value = answer === null ? null : understood(answer).value;
      const words = value === null ? (answer ?? "") : String(value);
      if (words !== "" && (value === null || understood(words).value !== null))
        return { value: words, wording: words };
      return reasoning === "" || answer === null ? null : { value: answer, wording: answer };
    },
    same(a, b) {
      const one = understood(a).value;
      const other = understood(b).value;
      if (one === null || other === null) return one === other && free.same(a, b);
      return kind.same(one, other);
    },
    key(words) {
      const { value } = understood(words);
      if (value === null) return `?${free.key?.(words) ?? words}`;
      return kind.key === undefined ? words : kind.key(value);
    },
  };
}

const equal = (a: string, b: string): boolean => a === b;

/** Once numbers are expected, a sentence with a single one gives it: "She has 42 left." */
const numberOf = (words: string): number | null =>
  soleNumber(words) ??
  (words.length <= 200 && figuresIn(words).length === 1 ? numberIn(words) : null);

const byNumber: Understanding<number> = {
  basis: "number",
  of: numberOf,
  same: sameNumber,
  key: String,
};

const byYesOrNo: Understanding<string> = { basis: "choice", of: yesOrNo, same: equal, key: String };

function byOption(question: string): Understanding<string> {
  const reader = choiceReader(undefined, question);
  return {
    basis: "choice",
    of: (words) =>
      reader.read({ answer: words, reasoning: "", confidence: null }, words)?.value ?? null,
    same: equal,
    key: String,
  };
}

const half = <T>(items: readonly T[], holds: (item: T) => boolean): boolean =>
  items.length > 0 && items.filter(holds).length * 2 >= items.length;

/** Chooses, once for a debate, how its answers are compared: from the question and the replies of round 0. */
export function autoReader(question: string, replies: readonly string[]): AnswerReader<string> {
  const answers: string[] = [];
  for (const reply of replies) {
    const { answer } = readReply(reply);
    if (answer !== null) answers.push(answer);
  }
  if (listedOptions(question).length > 0) {
    const options = byOption(question);
    if (answers.length === 0 || half(answers, (words) => options.of(words) !== null))
      return asWords(options);
  }
  const yesNo = (words: string): boolean => yesOrNo(words) !== null;
  if (
    asksYesOrNo(question)
      ? answers.length === 0 || half(answers, yesNo)
      : answers.length > 0 && answers.every(yesNo)
  ) {
    return asWords(byYesOrNo);
  }
  const numeric = (words: string): boolean => soleNumber(words) !== null;
  if (answers.some((words) => !numeric(words) && looksLikeMath(words))) {
    if (half(answers, (words) => numeric(words) || looksLikeMath(words))) return mathReader();
  }
  if (half(answers, numeric)) return asWords(byNumber);
  return textReader();
}
