import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { contradict } from "../words/contradiction.ts";
import { overlapOf } from "../words/overlap.ts";
import { normalised, wordsOf } from "../words/tokens.ts";
import { remember } from "./remember.ts";

interface Phrase {
  words: string[];
  set: Set<string>;
  names: Set<string>;
}

const name = /(?<=[\p{L}\p{N},;:]\s+["“(]?)\p{Lu}[\p{L}\p{N}]+/gu;

/** Words with a capital inside a sentence: exchanging one of them changes what is said. */
const namesIn = (text: string): Set<string> => {
  const found = text.match(name);
  return found === null
    ? new Set()
    : new Set(found.map((word) => word.normalize("NFC").toLowerCase()));
};

const phrase = (text: string): Phrase => {
  const words = wordsOf(text);
  return { words, set: new Set(words), names: namesIn(text) };
};

const lacksNameOf = (a: Phrase, b: Phrase): boolean => {
  for (const word of a.names) if (!b.set.has(word)) return true;
  return false;
};

export const defaultSimilarity = 0.85;

export const readWords = (reading: Reading): ReadAnswer<string> | null =>
  reading.answer === null ? null : { value: reading.answer, wording: reading.answer };

/** Whether two free texts count as one answer. */
export function sameText(similarity: number): (a: string, b: string) => boolean {
  const phraseOf = remember(phrase);
  return (a, b) => {
    if (a === b || normalised(a) === normalised(b)) return true;
    if (similarity >= 1) return false;
    const one = phraseOf(a);
    const other = phraseOf(b);
    if (overlapOf(one.set, other.set) < similarity || one.set.size === 0) return false;
    if (contradict(one, other)) return false;
    return !(lacksNameOf(one, other) && lacksNameOf(other, one));
  };
}

/** Free text: one answer where the wording is the same or nearly so, unless the texts contradict each other. */
export function textReader(similarity: number = defaultSimilarity): AnswerReader<string> {
  return { basis: "lexical", read: readWords, same: sameText(similarity), key: normalised };
}
