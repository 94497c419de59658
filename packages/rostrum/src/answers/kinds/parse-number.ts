import { evaluate } from "../math/evaluate.ts";
import { parseMath } from "../math/parse.ts";
import { prepare } from "../math/prepare.ts";
import { declines } from "../reply/refusal.ts";
import { sentenceStart } from "../reply/sentence.ts";
import { scales, spelledNumber } from "./number-words.ts";

const plain = /^-?\d+(?:\.\d+)?$/;

/** Turns the ways of setting a number (LaTeX, Unicode, markdown) into plain characters. */
function plainForm(text: string): string {
  let out = text;
  if (out.includes("\\")) {
    out = out
      .replace(/\\[dtc]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))/g, (_, a, b, c, d) => ` ${a ?? b}/${c ?? d} `)
      .replace(/\\(?:text|mbox|mathrm|textbf|mathbf|boxed)\s*\{([^{}]*)\}/g, " $1 ")
      .replace(/\{,\}|\\[,!]/g, ",")
      .replace(/\\times|\\cdot/g, "×")
      .replace(/\\(?:left|right|[;: %$])/g, (m) => (m === "\\%" ? "%" : m === "\\$" ? "$" : " "))
      .replace(/\\[()[\]]/g, " ");
  }
  return out
    .replace(/[−–—‒](?=\s?[$€£]?\d)/g, "-")
    .replace(/[\u00a0\u2009\u202f]/g, " ")
    .replace(/[*_`]{1,3}/g, "")
    .replace(/(\d)['’](?=\d{3})/g, "$1");
}

/** A number as people write it: grouped, fractional, mixed, scientific, per cent. */
const figure =
  /(?<![\d.,])([-+]?)\s?[$€£¥₹]?\s?([-+]?)(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d.])(?:,\d+|\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d+(?:\.\d+)?|\.\d+)((?:e[-+]?\d{1,3})(?![a-z])|\s?[×x*]\s?10\s?\^\s?\{?([-+]?\d{1,3})\}?)?(?:\s?\/\s?(\d+(?:\.\d+)?)|\s(\d+)\/(\d+))?(?![\d])(?!-(?:year|month|week|day|hour|minute|mile|foot|inch|pound|dollar|digit|part|sided|person|point)s?\b)/gi;

const decimalComma = /^\d{1,3}(?:(?:\.\d{3})+|(?: \d{3})+),\d+$/;

/** "12,5" alone is twelve and a half; among other words the comma parts a list. */
const loneDecimalComma = /^(-?[$€£]?\s?\d+),(\d{1,2})(\s?(?:%|€|[a-zA-Z]{1,3}))?$/;

export interface Figure {
  value: number;
  start: number;
  end: number;
}

function valueOf(parts: RegExpExecArray, text: string): number {
  const [all, sign = "", inner = "", digits = "", exponent = "", power, below, over, under] = parts;
  let value = Number(decimalComma.test(digits) ? digits.replaceAll(/[. ]/g, "").replace(",", ".") : digits.replaceAll(/[, ]/g, ""));
  if (power !== undefined) value *= 10 ** Number(power);
  else if (exponent !== "") value *= 10 ** Number(exponent.slice(1));
  if (below !== undefined) value = Number(below) === 0 ? Number.NaN : value / Number(below);
  if (over !== undefined && Number(under) !== 0) value += Number(over) / Number(under);
  const after = /^\s?(dozen|hundred|thousand|million|billion|trillion)\b|^\s?(k|m|b|bn|mn)\b/i.exec(
    text.slice(parts.index + all.length, parts.index + all.length + 12),
  );
  if (after?.[1] !== undefined) value *= scales.get(after[1].toLowerCase()) ?? 1;
  // "$2.5M" is money; "5 m" may be metres.
  else if (after?.[2] !== undefined && /[$€£¥₹]/.test(all)) {
    value *= { k: 1e3, m: 1e6, b: 1e9 }[after[2].toLowerCase().charAt(0)] ?? 1;
  }
  const before = text[parts.index - 1] ?? " ";
  // In "5-10" and "x-3" the dash is no sign.
  const signed = (sign === "-" && !/[\p{L}\p{N})\]]/u.test(before)) || inner === "-";
  return signed ? -value : value;
}

/** Every number in a text, in order. */
export function figuresIn(text: string): Figure[] {
  const form = plainForm(text);
  const found: Figure[] = [];
  figure.lastIndex = 0;
  for (let parts = figure.exec(form); parts !== null; parts = figure.exec(form)) {
    const value = valueOf(parts, form);
    if (Number.isFinite(value)) found.push({ value, start: parts.index, end: figure.lastIndex });
  }
  return found;
}

const afterEquals = /[=≈](?!.*[=≈])\s*([^=≈]*)$/s;
const startsWithNumber = /^[\s*_"'`(~≈]*(?:[-+−]\s?)?[\\$€£¥₹]*\s?(?:[-+−]\s?)?(?:\d|\.\d|[dtc]?frac)/;
const copulas = /(?:\b(?:is|are|was|were|be|equals?|costs?|becomes?|totals?|for a total of|making)\b|:)\s+(?:(?:equal to|a total of|exactly|about|approximately|around|roughly|only|now|just)\s+)*(?=[-+−]?[$€£¥₹\\]*[-+−]?[\d.])/gi;

/** "After buying 4 packs, …" tells of what was given. */
const given = /^\s*(?:after|if|when|since|with|in|for|to|because|given|assuming|by|at|on|from|starting|during|out of)\b[^,]*,\s/i;

/** "32 + 0.8x" and "4750 / x" are formulas still open, not numbers. */
const openFormula = /[\d)]\s*[+\-−*×]\s*\(?\s*[a-zA-Z]\b|\b[a-zA-Z]\s*[+\-−*×]\s*[\d(]|[\d)]\s*\/\s*[xyzn]\b|(?<![\d.])\d*\.?\d[xyzn]\b/;

/** Spaced operators only: "5-10" is a range. */
const arithmetic = /^[\s$€£\d.,()]+(?:\s[-+−*×/]\s|\s?[+*×]\s?)[\s$€£\d.,()+\-−*×/]*$/;
const formula = /\d\s*\^|[√π]|\\(?:sqrt|pi|cdot|times|binom|d?frac)/;
const range = /^\s*\d[\d.,]*\s[-−]\s\d[\d.,]*\s*$/;

function calculated(answer: string): number | null {
  if (answer.length > 200 || !(arithmetic.test(answer) || formula.test(answer))) return null;
  const tree = parseMath(prepare(answer.replace(/[$€£]/g, "")));
  const value = tree === null ? null : evaluate(tree, () => Number.NaN);
  if (value === null || value.im !== 0 || !Number.isFinite(value.re)) return null;
  return value.re < 0 && range.test(answer) ? null : value.re;
}

/** In a sentence the value follows "is"; without one, the first number of the main clause is it. */
function sentenceNumber(sentence: string): number | null {
  copulas.lastIndex = 0;
  let verb = 0;
  while (copulas.exec(sentence) !== null) verb = copulas.lastIndex;
  if (verb > 0) return figuresIn(sentence.slice(verb))[0]?.value ?? null;
  if (declines(sentence)) return null;
  const [first] = figuresIn(sentence.replace(given, ""));
  return first?.value ?? figuresIn(sentence)[0]?.value ?? null;
}

function statedNumber(sentence: string): number | null {
  const right = afterEquals.exec(sentence)?.[1];
  const said = right !== undefined && /\d/.test(right) ? right : sentence;
  if (openFormula.test(said)) return null;
  const sign = /\b(?:minus|negative)\s+[$€£]?\d/i.test(said) ? -1 : 1;
  const leads = said === right || startsWithNumber.test(said);
  const value = leads ? (figuresIn(said)[0]?.value ?? null) : sentenceNumber(said);
  return value === null ? null : sign * value;
}

/** The number that prose comes to stands near its end. */
const tail = 2_000;

/** Prose is read from its end: that many sentences back, at most. */
const sentencesBack = 6;

/** The number that an answer gives; `null` where it gives none. */
export function numberIn(whole: string): number | null {
  if (plain.test(whole)) return Number(whole);
  if (whole.length < 24 && loneDecimalComma.test(whole)) {
    return Number(whole.replace(loneDecimalComma, "$1.$2").replace(/[$€£\s]/g, ""));
  }
  const answer = whole.length > tail ? whole.slice(-tail) : whole;
  const result = calculated(answer);
  if (result !== null) return result;
  let end = answer.trimEnd().length;
  for (let back = 0; back < sentencesBack && end > 0; back++) {
    const start = sentenceStart(answer, end);
    const sentence = answer.slice(start, end);
    if (/\d/.test(sentence)) return statedNumber(sentence);
    end = answer.slice(0, start).trimEnd().length;
  }
  return answer.length > 200 ? null : spelledNumber(answer);
}
