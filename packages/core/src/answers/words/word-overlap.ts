const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

function plainNumber(raw: string): string {
  const number = THOUSANDS.test(raw) ? raw.replaceAll(",", "") : raw;
  return number.startsWith("+") && number.length > 1 ? number.slice(1) : number;
}

const CONTRACTION = /\b(?:can't|cannot|won't|([a-z]+)n't)\b/g;

const spellOut = (match: string, stem?: string): string => {
  if (stem !== undefined) return `${stem} not`;
  return match === "won't" ? "will not" : "can not";
};

/**
 * Words of a text in order, without case, Markdown or punctuation: words, signed numbers, and signs with a
 * meaning ("x > 5" is not "x < 5", "C++" is not "C"). Scripts without spaces are split into characters, and
 * "isn't" is expanded.
 */
function splitWords(text: string): string[] {
  const words = text
    .normalize("NFC")
    .replaceAll("−", "-")
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(CONTRACTION, spellOut)
    .match(
      /(?<![\p{L}\p{N}])[-+]?\d+(?:[.,/:–-]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+(?:['](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}])+)?(?:\+\+|#)?|[<>=≤≥≠≈+×÷^%€£¥$¬√∞]|\p{Emoji_Presentation}/gu,
    );
  return (words ?? []).map(plainNumber);
}

/** Jaccard index: shared words divided by all words of both. 0 if either has none. */
function measureOverlap(a: readonly string[], b: readonly string[]): number {
  const [one, other] = [new Set(a), new Set(b)];
  if (one.size === 0 || other.size === 0) return 0;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared);
}

/** Word overlap of two texts, from 0 to 1. */
export const measureWordOverlap = (a: string, b: string): number =>
  measureOverlap(splitWords(a), splitWords(b));

const NEGATION = /^(?:not|no|never|none|neither|nor|without)$/;

/** True if two texts share enough words, with the same figures in the same order and as many negations. */
export function isSimilar(a: string, b: string, similarity: number): boolean {
  const [one, other] = [splitWords(a), splitWords(b)];
  if (one.length === 0 || other.length === 0) return false;
  const pick = (words: readonly string[], pattern: RegExp): string[] =>
    words.filter((word) => pattern.test(word));
  return (
    pick(one, /\d/).join(" ") === pick(other, /\d/).join(" ") &&
    pick(one, NEGATION).length === pick(other, NEGATION).length &&
    measureOverlap(one, other) >= similarity
  );
}
