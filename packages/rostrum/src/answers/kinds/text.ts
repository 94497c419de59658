import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { claimsOf, contradict } from "../words/contradiction.ts";
import type { Claims } from "../words/contradiction.ts";
import { overlapsBy } from "../words/overlap.ts";
import { normalised, wordsOf } from "../words/tokens.ts";
import { remember } from "./remember.ts";

/** A text made ready for comparing, once however many it is compared with. */
interface Phrase extends Claims {
  key: string;
  names: Set<string>;
}

/** It looks back from the capital only: at every place of a long run of space it would look back over it. */
const name = /\p{Lu}(?<=[\p{L}\p{N},;:]\s+["“(]?\p{Lu})[\p{L}\p{N}]+/gu;

/** Words with a capital inside a sentence: exchanging one of them changes what is said. */
const namesIn = (text: string): Set<string> => {
  const found = text.match(name);
  return found === null
    ? new Set()
    : new Set(found.map((word) => word.normalize("NFC").toLowerCase()));
};

const phrase = (text: string): Phrase => ({
  ...claimsOf(wordsOf(text)),
  key: normalised(text),
  names: namesIn(text),
});

const lacksNameOf = (a: Phrase, b: Phrase): boolean => {
  for (const word of a.names) if (!b.set.has(word)) return true;
  return false;
};

export const defaultSimilarity = 0.85;

export const readWords = (reading: Reading): ReadAnswer<string> | null =>
  reading.answer === null ? null : { value: reading.answer, wording: reading.answer };

/** Beyond this many different words texts are the same only if all their words are. */
const mostWords = 5_000;

function alike(one: Phrase, other: Phrase, similarity: number): boolean {
  if (one.set.size === 0 || Math.max(one.set.size, other.set.size) > mostWords) return false;
  if (!overlapsBy(similarity, one.set, other.set) || contradict(one, other)) return false;
  return !(lacksNameOf(one, other) && lacksNameOf(other, one));
}

/** Free text: one answer where the wording is the same or nearly so, unless the texts contradict each other. */
export function textReader(similarity: number = defaultSimilarity): AnswerReader<string> {
  const phraseOf = remember(phrase);
  return {
    basis: "lexical",
    read: readWords,
    key: (text) => phraseOf(text).key,
    same(a, b) {
      if (a === b) return true;
      const [one, other] = [phraseOf(a), phraseOf(b)];
      return one.key === other.key || (similarity < 1 && alike(one, other, similarity));
    },
  };
}
