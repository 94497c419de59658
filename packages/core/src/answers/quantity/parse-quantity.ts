import { evaluateTree } from "../math/evaluate.ts";
import { parseMath } from "../math/parse.ts";
import { prepare } from "../math/prepare.ts";
import { isInRange, readFigure, readFractionWords, readNumberWords } from "./figure.ts";
import type { QuestionWords } from "./question-words.ts";
import { countedUnit, readUnit, type Unit } from "./units.ts";

/** A number, with its unit if it has one. */
export interface Quantity {
  value: number;
  unit: Unit | null;
  /** Unit as spelled in the answer. */
  unitName: string | null;
}

/** Closed list of words and signs that may precede a figure. */
const LEAD_INS =
  /^(?:(?:so,? |thus,? |therefore,? )?(?:the (?:final |correct )?answer (?:is|=)|the total (?:cost |amount |number )?(?:is|=)|the result (?:is|=)|it is|it['’]s|there are|there is|a total of|total:|exactly|about|approximately|approx\.?|around|roughly)(?=[\s:$€£≈~])|[≈~=])[:\s]*/i;

const MAX_LEAD_INS = 4;

const CURRENCIES =
  /^((?:US|C|CA|A|AU|NZ|HK|S|MX|R)?\$|[€£¥₹₩₿₽]|(?:USD|EUR|GBP|JPY|CHF|CAD|AUD|INR|CNY)(?=\s))\s?/;

/** Words that multiply a figure. */
const SCALE_WORDS: Readonly<Record<string, number>> = {
  ...{ dozen: 12, hundred: 1e2, thousand: 1e3 },
  ...{ million: 1e6, mn: 1e6, mln: 1e6 },
  ...{ billion: 1e9, bn: 1e9, bln: 1e9 },
  ...{ trillion: 1e12, tn: 1e12, trn: 1e12 },
};
const SCALE_WORD = new RegExp(`^\\s?(${Object.keys(SCALE_WORDS).join("|")})\\b`, "i");
/** Letters that directly follow the figure. */
const SCALE_LETTERS: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, B: 1e9 };
/** Letters that are scales only after an amount of money: "300K" may be a temperature. */
const MONEY_LETTERS: typeof SCALE_LETTERS = { ...SCALE_LETTERS, K: 1e3, m: 1e6, b: 1e9, T: 1e12 };
const SCALE_LETTER = /^[kKmMbBT]\b/;

/** A calculation after the figure: digits and the four operations. */
const CALCULATION = /\s*\(([\d\s.,+\-×x*÷/=$€£]{1,200})\)$/;

/** The figure repeated in words: "168 (one hundred sixty-eight)". */
const IN_WORDS = /\s*\(([a-z]+(?:[ -][a-z]+)*)\)/i;

/** Quarters of a year, or fourths: only the question can tell. */
const QUARTERS = /^\d+ quarters?$/i;

/** Longer texts are not numbers. */
const MAX_CHARS = 200;

/**
 * Reads a whole answer as one number by a grammar: lead-in, sign, currency, figure, scale, unit, calculation.
 * `null` for anything else: ranges, bounds, alternatives, negations, dates, versions, ratios. Words and
 * figures of the question may follow the figure as the counted noun, and the figure in words may follow in
 * parentheses.
 */
export function parseQuantity(answer: string, question: QuestionWords): Quantity | null {
  if (answer.length > MAX_CHARS) return null;
  let text = tidy(answer);
  for (let count = 0; count < MAX_LEAD_INS; count++) {
    const rest = text.replace(LEAD_INS, "");
    if (rest === text) break;
    text = rest;
  }
  const calculation = CALCULATION.exec(text);
  if (calculation !== null) text = text.slice(0, calculation.index);
  const wordsMatch = IN_WORDS.exec(text);
  const inWords = wordsMatch && readNumberWords(wordsMatch[1] ?? "");
  if (wordsMatch !== null && inWords !== null) text = text.replace(IN_WORDS, "");
  if (QUARTERS.test(text) && !question.has("quarter")) return null;
  const quantity = readSigned(text, question) ?? readCompound(text);
  if (quantity === null || !isRepresentable(quantity)) return null;
  if (calculation !== null && !equals(calculation[1] ?? "", quantity.value)) return null;
  return inWords !== null && inWords !== quantity.value ? null : quantity;
}

/** False if a scale or a unit makes a number infinite or zero: all such numbers would be equal. */
function isRepresentable({ value, unit }: Quantity): boolean {
  const inBaseUnit = value * (unit?.factor ?? 1);
  return isInRange(inBaseUnit) && (inBaseUnit === 0) === (value === 0);
}

/** Removes typesetting: LaTeX, variants of minus and space, the final period. */
function tidy(answer: string): string {
  return withoutLatex(answer)
    .replace(/[−‐‑]/g, "-")
    .replace(/\u00a0/g, " ")
    .replace(/(?<=[\p{L}\p{N}%°$€£)])\.$/u, "")
    .replace(/^\*\*([^*]+)\*\*(?=\s|$)/, "$1")
    .trim();
}

function withoutLatex(answer: string): string {
  if (!/[\\{]/.test(answer)) return answer;
  return answer
    .replace(/\\([$%,!;:])|\{,\}/g, (escape, sign: string | undefined) =>
      escape === "{,}" ? "," : sign === "$" || sign === "%" ? sign : "",
    )
    .replace(/\\(?:text|mathrm)\{([^{}]*)\}/g, " $1")
    .replace(/\\(?:circ|degree)\b|\^\{?\\circ\}?/g, "°");
}

/** A dash followed by a space is a list mark. */
const SIGN = /^(?:([-+])(?!\s)|(minus|negative) )/i;

function readSigned(text: string, question: QuestionWords): Quantity | null {
  let rest = text;
  let negative = false;
  let currency: string | null = null;
  for (let part = 0; part < 2; part++) {
    const sign = SIGN.exec(rest);
    if (sign !== null && !negative) {
      negative = sign[1] !== "+";
      rest = rest.slice(sign[0].length);
    }
    const money: RegExpExecArray | null = currency === null ? CURRENCIES.exec(rest) : null;
    if (money === null) break;
    currency = money[1] ?? null;
    rest = rest.slice(money[0].length);
  }
  const figure = readFractionWords(rest) ?? readFigure(rest);
  if (figure === null || (figure.noun !== undefined && question.has(figure.noun))) return null;
  rest = rest.slice(figure.length);
  const scale = readScale(rest, currency !== null);
  const value = round((negative ? -1 : 1) * figure.value * scale.factor);
  const unit = readUnitPart(rest.slice(scale.length), currency, question);
  return unit && { ...unit, value: value === 0 ? 0 : value };
}

function readScale(text: string, money: boolean): { factor: number; length: number } {
  const [matched = "", word = ""] = SCALE_WORD.exec(text) ?? [];
  if (matched !== "")
    return { factor: SCALE_WORDS[word.toLowerCase()] ?? 1, length: matched.length };
  const [letter = ""] = SCALE_LETTER.exec(text) ?? [];
  const factor = (money ? MONEY_LETTERS : SCALE_LETTERS)[letter];
  return factor === undefined ? { factor: 1, length: 0 } : { factor, length: 1 };
}

type UnitPart = Pick<Quantity, "unit" | "unitName">;

/** Reads the rest after the figure: nothing, a unit of the table, or words of the question. */
function readUnitPart(
  text: string,
  currency: string | null,
  question: QuestionWords,
): UnitPart | null {
  const unitText = text.trim();
  if (unitText === "" && currency === null) return { unit: null, unitName: null };
  if (currency !== null) {
    const money = readUnit(currency);
    if (money === null) return null;
    if (unitText === "") return { unit: money, unitName: currency };
    const rate = /^(?:per\s|\/)/i.test(unitText) ? readUnit(`${currency} ${unitText}`) : null;
    if (rate !== null)
      return { unit: rate, unitName: `${currency} ${unitText.replace(/^\/\s*/, "per ")}` };
    const namedUnit = readUnit(unitText);
    return namedUnit !== null && namedUnit.dimension === money.dimension
      ? { unit: money, unitName: currency }
      : null;
  }
  // Letters right after a figure must be a unit: "5a" and "5T" are something else.
  const unit = readUnit(unitText);
  if (unit !== null) return { unit, unitName: unitText };
  if (!/^\s/.test(text)) return null;
  const counted = question.readCounted(unitText);
  if (counted === null) return null;
  const { noun, isAskedFor } = counted;
  return noun === null
    ? { unit: null, unitName: null }
    : { unit: countedUnit(noun, isAskedFor), unitName: unitText };
}

const COMPOUND_PART = /^(\d[\d.,]*)\s?([\p{L}'"′″]+)(?:,?\s+(?:and\s+)?|$)/u;

/** "1 hour 30 minutes", "5 feet 3 inches": parts of one dimension, in descending order. */
function readCompound(text: string): Quantity | null {
  let rest = text;
  let total: { base: number; unit: Unit; name: string; last: number } | null = null;
  for (
    let part = COMPOUND_PART.exec(rest);
    part !== null && rest !== "";
    part = COMPOUND_PART.exec(rest)
  ) {
    const figure = readFigure(part[1] ?? "");
    const unit = readUnit(part[2] ?? "");
    if (figure === null || figure.length !== part[1]?.length || unit === null || unit.offset !== 0)
      return null;
    if (total === null) {
      total = { base: figure.value * unit.factor, unit, name: part[2] ?? "", last: unit.factor };
    } else {
      if (unit.dimension !== total.unit.dimension || unit.factor >= total.last) return null;
      total.base += figure.value * unit.factor;
      total.last = unit.factor;
    }
    rest = rest.slice(part[0].length);
  }
  if (total === null || rest !== "") return null;
  return { value: round(total.base / total.unit.factor), unit: total.unit, unitName: total.name };
}

/** True if every side of a calculation equals the figure. */
function equals(calculation: string, value: number): boolean {
  const plain = calculation
    .replace(/[$€£]/g, "")
    .replace(/[×x]/g, "*")
    .replace(/÷/g, "/")
    .replace(/−/g, "-");
  return plain.split("=").every((side) => {
    const tree = parseMath(prepare(side.trim()));
    const result = tree === null ? null : evaluateTree(tree, () => Number.NaN);
    return (
      result !== null && result.im === 0 && Math.abs(result.re - value) <= 1e-9 * Math.abs(value)
    );
  });
}

/** Removes floating-point rounding errors. */
const round = (value: number): number =>
  Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
