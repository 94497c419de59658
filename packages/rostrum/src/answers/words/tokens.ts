/**
 * Words, numbers with their sign, and signs that carry meaning ("x > 5" is not "x < 5", "C++" is not
 * "C"). Scripts written without spaces are taken sign by sign.
 */
const token =
  /(?<![\p{L}\p{N}])[-+]?\d+(?:[.,]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+(?:['’](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}])+)?(?:\+\+|#)?|[<>=≤≥≠≈+×÷^%€£¥$¬√∞]|\p{Emoji_Presentation}/gu;

const thousands = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

const plainWord = /^[a-z]+$/;

const digits = /\d/;

function canonical(raw: string): string {
  if (!digits.test(raw)) return raw.includes("’") ? raw.replaceAll("’", "'") : raw;
  const number = thousands.test(raw) ? raw.replaceAll(",", "") : raw;
  return number.startsWith("+") ? number.slice(1) : number;
}

/** The words of a text in order, without case, markdown or punctuation. */
export function wordsOf(text: string): string[] {
  if (plainWord.test(text)) return [text];
  const lower = text.normalize("NFC").toLowerCase().replaceAll("−", "-");
  const found = lower.match(token);
  return found === null ? [] : found.map(canonical);
}

const simple = /^[a-zA-Z]+$/;

/** Equal for texts that differ only in case, space, markdown and punctuation. */
export function normalised(text: string): string {
  if (simple.test(text)) return text.toLowerCase();
  const words = wordsOf(text);
  return words.length === 0 ? text.trim() : words.join(" ");
}
