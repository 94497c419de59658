import { evaluate } from "../math/evaluate.ts";
import { parseMath } from "../math/parse.ts";
import { prepare } from "../math/prepare.ts";
import { declines } from "../reply/refusal.ts";
import { sentenceStart } from "../reply/sentence.ts";
import { shortSpaces } from "../words/trim.ts";
import { figuresIn } from "./figures.ts";
import { spelledNumber } from "./number-words.ts";

const plain = /^-?\d+(?:\.\d+)?$/;

/** "12,5" alone is twelve and a half; among other words the comma parts a list. */
const loneDecimalComma = /^(-?[$€£]?\s?\d+),(\d{1,2})(\s?(?:%|€|[a-zA-Z]{1,3}))?$/;

const copulas =
  /(?:\b(?:is|are|was|were|be|equals?|costs?|becomes?|totals?|for a total of|making)\b|:)\s+(?:(?:equal to|a total of|exactly|about|approximately|around|roughly|only|now|just)\s+)*(?=[-+−]?[$€£¥₹\\]*[-+−]?[\d.])/gi;

/** "After buying 4 packs, …" repeats what the question says. */
const given =
  /^\s*(?:after|before|if|when|while|once|since|as|with|in|for|to|because|given|assuming|by|at|on|over|within|from|starting|during|out of|every|each|per|using|of)\b[^,]*,\s/i;

/** "12 inches, which is 1 foot" says it in passing. */
const aside = /,?\s+(?:which|that) (?:is|are|was|were|means|equals)\b.*$/is;

/** "32 + 0.8x" and "4750 / x" are formulas still open, not numbers. */
const openFormula =
  /[\d)]\s*[+\-−*×]\s*\(?\s*[a-zA-Z]\b|\b[a-zA-Z]\s*[+\-−*×]\s*[\d(]|[\d)]\s*\/\s*[xyzn]\b|(?<![\d.])\d*\.?\d[xyzn]\b/;

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

const first = (text: string): number | null => {
  const figures = figuresIn(text);
  return (figures.find(({ describes }) => !describes) ?? figures[0])?.value ?? null;
};

/** In a sentence the value follows "is"; without one, the first number of the main clause is it. */
function sentenceNumber(sentence: string): number | null {
  const passing = aside.exec(sentence);
  const main =
    passing !== null && figuresIn(sentence.slice(0, passing.index)).length > 0
      ? sentence.slice(0, passing.index)
      : sentence;
  copulas.lastIndex = 0;
  let verb = 0;
  while (copulas.exec(main) !== null) verb = copulas.lastIndex;
  if (verb > 0) return first(main.slice(verb));
  if (declines(main)) return null;
  return first(main.replace(given, "")) ?? first(main);
}

function statedNumber(sentence: string): number | null {
  const equals = Math.max(sentence.lastIndexOf("="), sentence.lastIndexOf("≈"));
  const right = sentence.slice(equals + 1);
  const isResult = equals >= 0 && /\d/.test(right);
  const said = isResult ? right : sentence;
  if (openFormula.test(said)) return null;
  const sign = /\b(?:minus|negative)\s+[$€£]?\d/i.test(said) ? -1 : 1;
  const value = isResult ? first(said) : sentenceNumber(said);
  return value === null ? null : sign * value;
}

/** The number that prose concludes with is near its end. */
const tail = 2_000;

/** Prose is read from its end: that many sentences back, at most. */
const sentencesBack = 6;

/** A number in words, where the answer is hardly more; the "one" of a sentence counts nothing. */
function spelledIn(answer: string): number | null {
  const words = answer.length > 80 ? 9 : answer.split(/\s+/, 9).length;
  const value = words > 8 ? null : spelledNumber(answer);
  return value === 1 && words > 3 ? null : value;
}

/** The number that an answer gives; `null` where it gives none. */
export function numberIn(whole: string): number | null {
  if (plain.test(whole)) return Number(whole);
  if (whole.length < 24 && loneDecimalComma.test(whole)) {
    return Number(whole.replace(loneDecimalComma, "$1.$2").replace(/[$€£\s]/g, ""));
  }
  const answer = shortSpaces(whole.length > tail ? whole.slice(-tail) : whole);
  const result = calculated(answer);
  if (result !== null) return result;
  let end = answer.trimEnd().length;
  for (let back = 0; back < sentencesBack && end > 0; back++) {
    const start = sentenceStart(answer, end);
    const sentence = answer.slice(start, end);
    if (/\d/.test(sentence)) return statedNumber(sentence);
    end = answer.slice(0, start).trimEnd().length;
  }
  return spelledIn(answer);
}
