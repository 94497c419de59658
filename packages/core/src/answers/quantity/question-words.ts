import { singular } from "./units.ts";

/** Longer questions hold documents. */
const LONGEST = 20_000;

/** Up to three words behind "how many": those that may name what is counted. */
const COUNTED = /\b(?:how many|how much|(?:number|amount) of)((?:\s+[\p{L}-]+){1,3})/giu;

/** The words of a question, which may name what a figure counts. */
export class QuestionWords {
  readonly #question: string;
  /** `null` until an answer names something that is counted: most name nothing. */
  #words: { all: Set<string>; counted: Set<string> } | null = null;

  constructor(question: string) {
    this.#question = question;
  }

  has(word: string): boolean {
    return isIn(this.#read().all, word);
  }

  /** Whether a word names what is asked for: "apples" in "How many apples are in the boxes?". */
  isAskedFor(word: string): boolean {
    const { all, counted } = this.#read();
    // A question that doesn't say what it counts may mean anything it names.
    return isIn(counted.size > 0 ? counted : all, word);
  }

  #read(): { all: Set<string>; counted: Set<string> } {
    if (this.#words !== null) return this.#words;
    const text = this.#question.slice(0, LONGEST);
    const counted = [...text.matchAll(COUNTED)].flatMap(([, behind]) => splitWords(behind ?? ""));
    return (this.#words = { all: new Set(splitWords(text)), counted: new Set(counted) });
  }
}

const isIn = (set: Set<string>, word: string): boolean => set.has(singular(word.toLowerCase()));

const splitWords = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map(singular);
