import { singular } from "./units.ts";

/** The words of a question, which may name what a figure counts. */
export interface QuestionWords {
  has(word: string): boolean;
  /** Whether a word names what is asked for: "apples" in "How many apples are in the boxes?". */
  isAskedFor(word: string): boolean;
}

/** Longer questions hold documents. */
const LONGEST = 20_000;

/** Up to three words behind "how many": those that may name what is counted. */
const COUNTED = /\b(?:how many|how much|(?:number|amount) of)((?:\s+[\p{L}-]+){1,3})/giu;

/** Reads the words of a question when an answer first names something that is counted: most name nothing. */
export function readQuestionWords(question: string): QuestionWords {
  let words: { all: Set<string>; counted: Set<string> } | null = null;
  const read = (): typeof words & object => {
    const text = question.slice(0, LONGEST);
    const counted = [...text.matchAll(COUNTED)].flatMap(([, behind]) => splitWords(behind ?? ""));
    return { all: new Set(splitWords(text)), counted: new Set(counted) };
  };
  const isIn = (set: Set<string>, word: string): boolean => set.has(singular(word.toLowerCase()));
  return {
    has: (word) => isIn((words ??= read()).all, word),
    isAskedFor(word) {
      const { all, counted } = (words ??= read());
      // A question that doesn't say what it counts may mean anything it names.
      return isIn(counted.size > 0 ? counted : all, word);
    },
  };
}

const splitWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(singular);
