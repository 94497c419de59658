import { scales } from "../kinds/number-words.ts";
import type { Word } from "./words.ts";

/** A number that some words make up, and the place of the last of them. */
export interface NumberSaid {
  value: number;
  last: number;
}

const keyAt = (words: readonly Word[], i: number): string => words[i]?.lexeme.key ?? "";

const startsWithDigit = (text: string, word: Word): boolean => {
  const code = text.charCodeAt(word.start);
  return code >= 48 && code <= 57;
};

/** "One and a half". */
const andHalf = (words: readonly Word[], i: number): boolean =>
  keyAt(words, i) === "and" && keyAt(words, i + 1) === "a" && keyAt(words, i + 2) === "half";

/** Whether a number word continues with the next: "twenty five", "two hundred fifty". */
const goesOn = (group: number, next: number): boolean =>
  next > 0 && (group % 100 === 0 || (next < 10 && group >= 20 && group % 10 === 0));

/** "× 10^23", "^6", "e-3": what follows a number and raises it. */
const power =
  /^(?:(?:\s?(?:[×x*·]|\\times|\\cdot)\s?10\s?\^\s?\{?|e(?=[-+]?\d{1,3}(?![\p{L}\d])))([-−+]?\d{1,3})\}?|\^\{?([-−+]?\d{1,3})\}?)/iu;
const opensPower = /^\s?[×x*·\\^e]/i;

const signed = (digits: string): number => Number(digits.replace("−", "-"));

/** A number with the power behind it, and the place of the last word of both. */
function raised(text: string, words: readonly Word[], at: number): NumberSaid {
  const value = Number(keyAt(words, at));
  const end = words[at]?.end ?? 0;
  if (!opensPower.test(text.slice(end, end + 2))) return { value, last: at };
  const [all, ten, own] = power.exec(text.slice(end, end + 24)) ?? [];
  if (all === undefined) return { value, last: at };
  let last = at;
  while ((words[last + 1]?.start ?? Infinity) < end + all.length) last++;
  return {
    value: ten === undefined ? value ** signed(own ?? "1") : value * 10 ** signed(ten),
    last,
  };
}

/** Joins "two hundred and fifty thousand", "3.5 million", "twenty five", "one and a half", "1/2". */
function joined(text: string, words: readonly Word[], at: number): NumberSaid {
  let total = 0;
  const first = raised(text, words, at);
  let group = first.value;
  let last = first.last;
  for (let i = last + 1; i < words.length; i++) {
    const word = words[i];
    const before = words[i - 1];
    if (word === undefined || before === undefined) break;
    const gap = text.slice(before.end, word.start);
    const close = gap === " " || gap === "-" || gap === "";
    const scale = close ? scales.get(word.lexeme.key) : undefined;
    const number = word.lexeme.number ? Number(word.lexeme.key) : -1;
    if (andHalf(words, i)) {
      group += 0.5;
      i += 2;
    } else if (scale === 100 || scale === 12) group *= scale;
    else if (scale !== undefined) {
      total += group * scale;
      group = 0;
    } else if (gap === "/" && number > 0) group /= number;
    else if (
      close &&
      !startsWithDigit(text, before) &&
      !startsWithDigit(text, word) &&
      goesOn(group, number)
    )
      group += number;
    else if (word.lexeme.key === "and" && words[i + 1]?.lexeme.number === true && group >= 100)
      continue;
    else break;
    last = i;
  }
  return { value: total + group, last };
}

/** "A quarter of an hour", "three quarters of a mile". */
function quartersAt(words: readonly Word[], at: number): NumberSaid | null {
  const several = /^[23]$/.test(keyAt(words, at)) && keyAt(words, at + 1) === "quarters";
  const noun = several ? at + 1 : at;
  if (!several && keyAt(words, at) !== "quarter") return null;
  if (keyAt(words, noun + 1) !== "of" || !/^an?$/.test(keyAt(words, noun + 2))) return null;
  return { value: (several ? Number(keyAt(words, at)) : 1) / 4, last: noun + 2 };
}

/** The number that begins with a word; `null` where none does. */
export function numberAt(text: string, words: readonly Word[], at: number): NumberSaid | null {
  if (keyAt(words, at) === "half" && /^an?$/.test(keyAt(words, at + 1)))
    return { value: 0.5, last: at + 1 };
  const quarters = quartersAt(words, at);
  if (quarters !== null) return quarters;
  if (words[at]?.lexeme.number !== true) return null;
  const said = joined(text, words, at);
  return Number.isFinite(said.value) ? said : null;
}
