import { singular } from "./units.ts";

/** The words of a question, which may name what a figure counts. */
export interface QuestionWords {
  /** All of them, singular. */
  all: ReadonlySet<string>;
  /** Whether a word names what is asked for: "apples" in "How many apples are in the boxes?". */
  isAskedFor(word: string): boolean;
}

/** Longer questions hold documents. */
const LONGEST = 20_000;

/** Up to three words behind "how many": those that may name what is counted. */
const COUNTED = /\b(?:how many|how much|(?:number|amount) of)((?:\s+[\p{L}-]+){1,3})/giu;

export function readQuestionWords(question: string): QuestionWords {
  const text = question.slice(0, LONGEST);
  const all = new Set(splitWords(text));
  const counted = new Set(
    [...text.matchAll(COUNTED)].flatMap(([, words]) => splitWords(words ?? "")),
  );
  // A question that doesn't say what it counts may mean anything it names.
  const named = counted.size > 0 ? counted : all;
  return { all, isAskedFor: (word) => named.has(singular(word.toLowerCase())) };
}

const splitWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(singular);
