import { overlapsBy } from "./overlap.ts";
import { splitWords } from "./tokens.ts";

const NEGATION = /^(?:not|no|never|none|neither|nor|without)$/;

const count = (words: readonly string[], isSo: (word: string) => boolean): string =>
  words.filter(isSo).join(" ");

/** Whether two texts share enough of their words, with the same figures in the same order and as many negations. */
export function isSimilar(a: string, b: string, similarity: number): boolean {
  const [one, other] = [splitWords(a), splitWords(b)];
  if (one.length === 0 || other.length === 0) return false;
  const isFigure = (word: string): boolean => /\d/.test(word);
  if (count(one, isFigure) !== count(other, isFigure)) return false;
  const negations = (words: readonly string[]): number =>
    words.filter((word) => NEGATION.test(word)).length;
  return (
    negations(one) === negations(other) && overlapsBy(similarity, new Set(one), new Set(other))
  );
}
