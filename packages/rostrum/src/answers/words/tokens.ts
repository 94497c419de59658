/**
 * Words, numbers with their sign, and signs that carry meaning ("x > 5" is not "x < 5", "C++" is not
 * "C"). Scripts written without spaces are split into characters. The pattern is made when it is first needed:
 * its classes take longer than the rest of this module.
 */
let token: RegExp | undefined;
const tokenPattern = (): RegExp =>
  (token ??=
    /(?<![\p{L}\p{N}])[-+]?\d+(?:[.,/:–-]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+(?:['](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}])+)?(?:\+\+|#)?|[<>=≤≥≠≈+×÷^%€£¥$¬√∞]|\p{Emoji_Presentation}/gu);

/** The same for plain ASCII, several times as fast. */
const ASCII_TOKEN =
  /(?<![a-z0-9])[-+]?\d+(?:[.,/:-]\d+)*|[a-z0-9]+(?:'[a-z]+)?(?:\+\+|#)?|[<>=+^%$]/g;

// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const ASCII = /^[\x00-\x7f]*$/;

const THOUSANDS = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

function plainNumber(raw: string): string {
  const number = THOUSANDS.test(raw) ? raw.replaceAll(",", "") : raw;
  return number.startsWith("+") && number.length > 1 ? number.slice(1) : number;
}

const CONTRACTION = /\b(?:can't|cannot|won't|([a-z]+)n't)\b/g;

const spellOut = (found: string, stem?: string): string => {
  if (stem !== undefined) return `${stem} not`;
  return found === "won't" ? "will not" : "can not";
};

/** Lower case, with "isn't" spelled out: it says "is not". */
function lowerCase(text: string): string {
  const lower = text.toLowerCase().replaceAll("’", "'");
  return lower.includes("n't") || lower.includes("cannot")
    ? lower.replace(CONTRACTION, spellOut)
    : lower;
}

/** The words of a text in order, without case, markdown or punctuation. */
export function splitWords(text: string): string[] {
  const found = ASCII.test(text)
    ? lowerCase(text).match(ASCII_TOKEN)
    : lowerCase(text.normalize("NFC").replaceAll("−", "-")).match(tokenPattern());
  return found === null ? [] : found.map(plainNumber);
}
