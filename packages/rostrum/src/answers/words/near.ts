import { claimsOf, contradict } from "./contradiction.ts";
import type { Claims } from "./contradiction.ts";
import { overlapsBy } from "./overlap.ts";
import { wordsOf } from "./tokens.ts";

/** The words of a text, prepared once for comparing with any number of texts. */
export interface Phrase extends Claims {
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

export const phraseOf = (text: string): Phrase => ({
  ...claimsOf(wordsOf(text)),
  names: namesIn(text),
});

const lacksNameOf = (a: Phrase, b: Phrase): boolean => {
  for (const word of a.names) if (!b.set.has(word)) return true;
  return false;
};

/** Texts with more different words than this are the same only if all their words are. */
const mostWords = 5_000;

/** Whether two texts share enough of their words, and don't contradict each other. */
export function nearlySame(one: Phrase, other: Phrase, similarity: number): boolean {
  if (one.set.size === 0 || Math.max(one.set.size, other.set.size) > mostWords) return false;
  if (!overlapsBy(similarity, one.set, other.set) || contradict(one, other)) return false;
  return !(lacksNameOf(one, other) && lacksNameOf(other, one));
}
