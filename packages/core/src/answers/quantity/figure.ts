/** A figure at the start of a text, and its length. */
export interface Figure {
  value: number;
  length: number;
  /** Noun of a fraction in words, such as "quarters". Questions may count these things themselves. */
  noun?: string;
}

/** Digits, optionally grouped in threes, with a decimal point. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:[ \u2009\u202f]\d{3})+|(?:_\d{3})+)(?:\.\d+)?/;
const DIGITS = /^(?:\d+(?:\.\d+)?|\.\d+)/;
/** A comma is a decimal comma only where it can't group digits. */
const DECIMAL_COMMA = /^(?:0,\d+|[1-9]\d*,(?:\d{4,}|\d{1,2}(?!\d)))/;
const EXPONENT =
  /^(?:e([+-]?\d{1,3})|\s?[×x*·]\s?10(?:\^\{?([+-]?\d{1,3})\}?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)))(?!\d)/i;
const POWER_OF_TEN = /^10(?:\^\{?([+-]?\d{1,3})\}?|([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))(?!\d)/;
/** A fraction in lowest terms: "6/8" and "4/4" are time signatures or scores, "2024/25" is a season. */
const FRACTION = /^(?:(\d{1,3}) )?(\d{1,3})\s?[/⁄]\s?(\d{1,3})(?!\d)/;
const VULGAR = /^(\d{1,9})?\s?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/;
const LATEX_FRACTION = /^(?:(\d{1,9})\s?)?\\[dt]?frac\{(\d{1,9})\}\{(\d{1,9})\}/;

/** Reads the figure at the start of a text, without its sign. `null` if there is none. */
export function readFigure(text: string): Figure | null {
  const figure =
    readFraction(text) ?? readPowerOfTen(text) ?? readDecimal(text) ?? readSpelled(text);
  if (figure === null || !isInRange(figure.value)) return null;
  // A tiny number that became zero would equal every other one.
  const isTiny = figure.value === 0 && /^[\d.,]*[1-9]/.test(text);
  return isTiny ? null : figure;
}

/** Smallest number that a float holds with all its digits. */
const MIN_NORMAL = 2 ** -1022;

/** False if a float can't hold a number of this size: all such numbers would be equal. */
export const isInRange = (value: number): boolean =>
  Number.isFinite(value) && (value === 0 || Math.abs(value) >= MIN_NORMAL);

function readFraction(text: string): Figure | null {
  const vulgar = VULGAR.exec(text);
  if (vulgar !== null) {
    // "½" is "1⁄2" in compatibility form.
    const [numerator = 0, denominator = 1] = (vulgar[2] ?? "")
      .normalize("NFKD")
      .split("⁄")
      .map(Number);
    const value = Number(vulgar[1] ?? 0) + numerator / denominator;
    return { value, length: vulgar[0].length };
  }
  const plain = FRACTION.exec(text);
  const match = plain ?? LATEX_FRACTION.exec(text);
  if (match === null || Number(match[3]) === 0) return null;
  if (plain !== null && !isLowest(Number(plain[2]), Number(plain[3]))) return null;
  if ([match[1], match[2], match[3]].some(hasLeadingZero)) return null;
  return {
    value: Number(match[1] ?? 0) + Number(match[2]) / Number(match[3]),
    length: match[0].length,
  };
}

const isLowest = (numerator: number, denominator: number): boolean =>
  denominator > 1 && greatestDivisor(numerator, denominator) === 1;

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

function readPowerOfTen(text: string): Figure | null {
  const match = POWER_OF_TEN.exec(text);
  return match && { value: computePowerOfTen(match[1], match[2]), length: match[0].length };
}

function readDecimal(text: string): Figure | null {
  const grouped = GROUPED.exec(text);
  const decimal = grouped === null ? DECIMAL_COMMA.exec(text) : null;
  const [figureText] = grouped ?? decimal ?? DIGITS.exec(text) ?? [];
  if (figureText === undefined || hasLeadingZero(figureText) || isAmbiguous(figureText))
    return null;
  const plain = decimal
    ? figureText.replace(",", ".")
    : figureText.replace(/[,_ \u2009\u202f]/g, "");
  const exponent = EXPONENT.exec(text.slice(figureText.length));
  if (!isExact(plain)) return null;
  if (exponent === null) return { value: Number(plain), length: figureText.length };
  const value = Number(plain) * computePowerOfTen(exponent[1] ?? exponent[2], exponent[3]);
  return { value, length: figureText.length + exponent[0].length };
}

/** True if a float can represent all digits: a rounded number would not be the given one. */
function isExact(plain: string): boolean {
  const digits = plain.replace(".", "").replace(/^0+/, "");
  if (digits.length <= 15 || String(Number(plain)) === plain) return true;
  return !plain.includes(".") && BigInt(Number(plain)) === BigInt(plain);
}

/** "007" is a code, not a number. */
const hasLeadingZero = (written: string | undefined): boolean => /^0\d/.test(written ?? "");

/** "1.200" is 1,200 in some countries and 1.2 in others. */
const isAmbiguous = (written: string): boolean => /^[1-9]\d{0,2}\.\d\d0$/.test(written);

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function computePowerOfTen(plain: string | undefined, raised: string | undefined): number {
  const digits =
    plain ??
    [...(raised ?? "")]
      .map((sign) => (sign === "⁻" ? "-" : sign === "⁺" ? "" : String(SUPERSCRIPTS.indexOf(sign))))
      .join("");
  // Parsed from text, because 10 ** -3 has a rounding error and 1e-3 has none.
  return Number(`1e${Number(digits)}`);
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SPELLED = new RegExp(
  `^(?:(?:${SMALL.slice(1, 10).join("|")}) hundred(?:(?: and)? (?:${[...TENS, ...SMALL.slice(1)].join("|")})(?:-(?:${SMALL.slice(1, 10).join("|")}))?)?|(?:${TENS.join("|")})(?:[- ](?:${SMALL.slice(1, 10).join("|")}))?|(?:${[...SMALL].sort((a, b) => b.length - a.length).join("|")}))(?![a-z-])`,
  "i",
);

/** Numbers up to 999 in words: "forty-two", "three hundred and five". */
function readSpelled(text: string): Figure | null {
  const [written] = SPELLED.exec(text) ?? [];
  if (written === undefined) return null;
  let value = 0;
  for (const word of written.toLowerCase().split(/[\s-]+/)) {
    if (word === "hundred") value *= 100;
    else if (TENS.includes(word)) value += 20 + 10 * TENS.indexOf(word);
    else if (SMALL.includes(word)) value += SMALL.indexOf(word);
  }
  return { value, length: written.length };
}

const PARTS: Readonly<Record<string, number>> = {
  ...{ half: 2, halves: 2, third: 3, quarter: 4, fourth: 4, fifth: 5, sixth: 6, seventh: 7 },
  ...{ eighth: 8, ninth: 9, tenth: 10, twelfth: 12, hundredth: 100, thousandth: 1000 },
};
const PART = new RegExp(`^ (${Object.keys(PARTS).join("|")})s?(?![a-z-])`, "i");

/** A fraction in words: "three quarters", "one half". */
export function readFractionWords(text: string): Figure | null {
  const count = readSpelled(text);
  const [written, noun = ""] = (count && PART.exec(text.slice(count.length))) ?? [];
  const parts = PARTS[noun.toLowerCase()];
  if (count === null || written === undefined || parts === undefined) return null;
  return { value: count.value / parts, length: count.length + written.length, noun };
}

const SCALES: ReadonlyMap<string, number> = new Map([
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
]);

/** A number in words, of any size. `null` if a word is not part of a number. */
export function readNumberWords(text: string): number | null {
  const sign = /^(?:minus|negative) /i.exec(text)?.[0] ?? "";
  let total = 0;
  let group = 0;
  for (const word of text.slice(sign.length).toLowerCase().split(/[ -]/)) {
    if (word === "and") continue;
    const scale = SCALES.get(word);
    if (scale !== undefined) {
      total += group * scale;
      group = 0;
    } else if (word === "hundred") group *= 100;
    else if (TENS.includes(word)) group += 20 + 10 * TENS.indexOf(word);
    else if (SMALL.includes(word)) group += SMALL.indexOf(word);
    else return null;
  }
  return (sign === "" ? 1 : -1) * (total + group);
}
