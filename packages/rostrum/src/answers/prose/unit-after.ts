import { currencySigns } from "../../protocol/with-unit.ts";
import { stopWords } from "./common-words.ts";
import {
  count,
  counted,
  opensName,
  per,
  raised,
  unitOf,
  unitOfWords,
  unitWritten,
} from "./units.ts";
import type { Unit } from "./units.ts";
import type { Word } from "./words.ts";

/** A unit, the index of its last word, and the position where its text ends. */
interface Part {
  unit: Unit;
  last: number;
  end: number;
}

/** A unit as it is written in a text. */
export interface UnitSaid {
  unit: Unit;
  last: number;
  name: string;
}

const rawAt = (text: string, words: readonly Word[], i: number): string => {
  const word = words[i];
  return word === undefined ? "" : text.slice(word.start, word.end);
};

const lowerAt = (text: string, words: readonly Word[], i: number): string =>
  rawAt(text, words, i).toLowerCase();

/** The text between a word and the one before it. */
const gapBefore = (text: string, words: readonly Word[], i: number): string =>
  text.slice(words[i - 1]?.end ?? 0, words[i]?.start ?? 0);

/** "Sq. ft", "kilowatt-hour". */
const joins = /^(?:\.? |-)$/;

/** A name of two or three words: "nautical miles", "parts per million". */
function severalWords(text: string, words: readonly Word[], i: number): Part | null {
  if (!opensName(lowerAt(text, words, i))) return null;
  const said = [lowerAt(text, words, i)];
  let best: Part | null = null;
  for (let last = i + 1; last <= i + 2 && last < words.length; last++) {
    if (!joins.test(gapBefore(text, words, last))) break;
    said.push(lowerAt(text, words, last));
    const unit = unitOfWords(said);
    if (unit !== undefined) best = { unit, last, end: words[last]?.end ?? 0 };
  }
  return best;
}

const powerWords: Readonly<Record<string, 2 | 3>> = {
  square: 2,
  sq: 2,
  cubic: 3,
  cu: 3,
  squared: 2,
  cubed: 3,
};

/** "m2", "km²": a symbol with its power. */
const withPower = /^(\D+?)([23²³])$/u;
const powerOf = (sign: string): 2 | 3 => (sign === "2" || sign === "²" ? 2 : 3);

function oneWord(text: string, words: readonly Word[], i: number): Part | null {
  const word = words[i];
  if (word === undefined) return null;
  const raw = rawAt(text, words, i);
  const { end } = word;
  const plain = unitWritten(raw);
  if (plain === undefined) {
    const [, base = "", sign = ""] = withPower.exec(raw) ?? [];
    const unit = base === "" ? undefined : unitWritten(base);
    return unit === undefined ? null : { unit: raised(unit, powerOf(sign)), last: i, end };
  }
  const sign = /^\^?([23²³])(?!\d)/.exec(text.slice(end, end + 3));
  if (sign !== null) {
    const inWord = words[i + 1]?.start === end + sign[0].length - 1;
    const unit = raised(plain, powerOf(sign[1] ?? ""));
    return { unit, last: inWord ? i + 1 : i, end: end + sign[0].length };
  }
  const after = powerWords[lowerAt(text, words, i + 1)];
  if (after !== undefined && lowerAt(text, words, i + 1).endsWith("ed"))
    return { unit: raised(plain, after), last: i + 1, end: words[i + 1]?.end ?? end };
  return { unit: plain, last: i, end };
}

/** The unit that begins with a word, without its "per …". */
function partAt(text: string, words: readonly Word[], i: number): Part | null {
  const power = powerWords[lowerAt(text, words, i)];
  if (power !== undefined && joins.test(gapBefore(text, words, i + 1))) {
    const of = oneWord(text, words, i + 1);
    if (of?.unit.dimension === "length") return { ...of, unit: raised(of.unit, power) };
  }
  return severalWords(text, words, i) ?? oneWord(text, words, i);
}

const scales: Readonly<Record<string, string>> = {
  c: "celsius",
  celsius: "celsius",
  centigrade: "celsius",
  f: "fahrenheit",
  fahrenheit: "fahrenheit",
};

/** "20 °C", "20 degrees Celsius", "20 degrees". */
function degrees(text: string, words: readonly Word[], i: number): Part | null {
  const signed = gapBefore(text, words, i).includes("°");
  if (!signed && !/^degrees?$/.test(lowerAt(text, words, i))) return null;
  const at = signed ? i : i + 1;
  const scale = unitOf(scales[lowerAt(text, words, at)] ?? "");
  if (scale !== undefined) return { unit: scale, last: at, end: words[at]?.end ?? 0 };
  const degree = signed ? undefined : unitOf("degree");
  return degree === undefined ? null : { unit: degree, last: i, end: words[i]?.end ?? 0 };
}

const adverbs: Readonly<Record<string, string>> = {
  hourly: "hour",
  daily: "day",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annually: "year",
};

/** The denominator of a rate: a unit, a number of units ("per 100 g"), or a thing ("per user"). */
function divisorAt(text: string, words: readonly Word[], i: number): Part | null {
  const word = words[i];
  if (word === undefined) return null;
  const unit = partAt(text, words, i);
  if (unit !== null) return unit;
  if (/^\d/.test(rawAt(text, words, i))) {
    const of = /^ ?$/.test(gapBefore(text, words, i + 1)) ? partAt(text, words, i + 1) : null;
    const many = Number(word.lexeme.key);
    if (of === null || !(many > 0)) return null;
    return { ...of, unit: { ...of.unit, factor: of.unit.factor * many } };
  }
  const { key, stem, number } = word.lexeme;
  if (number || key.length < 2 || stopWords.has(key)) return null;
  return { unit: counted(stem), last: i, end: word.end };
}

/** The "per …" that follows: "/h", "per user", "a day", "monthly". */
function divisorAfter(text: string, words: readonly Word[], from: Omit<Part, "unit">): Part | null {
  const i = from.last + 1;
  const next = words[i];
  if (next === undefined) return null;
  const gap = text.slice(from.end, next.start);
  if (/^ ?\/ ?$/.test(gap)) return divisorAt(text, words, i);
  if (gap !== " ") return null;
  const word = lowerAt(text, words, i);
  if (word === "per")
    return gapBefore(text, words, i + 1) === " " ? divisorAt(text, words, i + 1) : null;
  const adverb = unitOf(adverbs[word] ?? "");
  if (adverb !== undefined) return { unit: adverb, last: i, end: next.end };
  if (!/^(?:an?|each|every)$/.test(word) || gapBefore(text, words, i + 1) !== " ") return null;
  const time = oneWord(text, words, i + 1);
  return time?.unit.dimension === "time" ? time : null;
}

/** "mg/kg/day" has two. */
const mostDivisors = 2;

function withDivisors(text: string, words: readonly Word[], part: Part): Part {
  let whole = part;
  for (let i = 0; i < mostDivisors; i++) {
    const by = divisorAfter(text, words, whole);
    if (by === null) break;
    whole = { ...by, unit: per(whole.unit, by.unit) };
  }
  return whole;
}

/**
 * "5 tablets per day", "3 a week": a rate of things. Without the "per …", things are not a unit.
 */
function rateOfThings(text: string, words: readonly Word[], at: number): Part | null {
  for (let last = at; last <= at + 2; last++) {
    const word = words[last];
    if (word === undefined) return null;
    if (last > at) {
      const { key, number } = word.lexeme;
      if (number || stopWords.has(key) || gapBefore(text, words, last) !== " ") return null;
    }
    const by = divisorAfter(text, words, { last, end: word.end });
    if (by !== null && !by.unit.dimension.startsWith("~"))
      return withDivisors(text, words, { ...by, unit: per(count, by.unit) });
  }
  return null;
}

/** Longer gaps, and gaps with such signs, part a number from what follows. */
const parting = /[.,;:()\n]/;

/** The unit after a number whose last word is at `at`; `feet` says that feet came before: "6 ft 2 in". */
export function unitAfter(
  text: string,
  words: readonly Word[],
  at: number,
  feet: boolean,
): UnitSaid | null {
  const end = words[at]?.end ?? 0;
  const place = text.charAt(end) === " " ? end + 1 : end;
  const sign = text.charAt(place);
  const said = (part: Part, start: number): UnitSaid => {
    const { unit, last, end: to } = withDivisors(text, words, part);
    return { unit, last, name: text.slice(start, to) };
  };
  const signed = "%€£₹¢$".includes(sign) && sign !== "" ? unitOf(sign) : undefined;
  // In "5 $10 notes", the sign belongs to the next number.
  if (signed !== undefined && !/\d/.test(text.charAt(place + 1)))
    return said({ unit: signed, last: at, end: place + 1 }, place);
  const i = at + 1;
  const next = words[i];
  if (next === undefined) return null;
  const gap = text.slice(end, next.start);
  if (gap.length > 3 || parting.test(gap)) return null;
  const degree = degrees(text, words, i);
  if (degree !== null) return said(degree, gap.includes("°") ? end + gap.indexOf("°") : next.start);
  const word = lowerAt(text, words, i);
  if (word === "in" && !feet) return null;
  if (!gap.includes("/")) {
    const inch = word === "in" ? unitOf("inch") : undefined;
    const part =
      inch === undefined ? partAt(text, words, i) : { unit: inch, last: i, end: next.end };
    if (part !== null) return said(part, next.start);
  }
  const rate = rateOfThings(text, words, at);
  return rate === null
    ? null
    : { unit: rate.unit, last: rate.last, name: text.slice(end, rate.end).trim() };
}

/** Letters that tell one dollar from another: "C$5", "US$ 5". */
const dollarLetters = /(?:^|[^\p{L}])(\p{Lu}{1,2}\$)$/u;

/** The currency before a number, and the "per …" after it: "$5", "USD 5", "$5 a month". */
export function currencyBefore(
  text: string,
  words: readonly Word[],
  at: number,
): { unit: Unit; name: string } | null {
  const start = words[at]?.start ?? 0;
  const end = text.charAt(start - 1) === " " ? start - 1 : start;
  const sign = text.charAt(end - 1);
  if (sign !== "" && currencySigns.includes(sign)) {
    const letters = dollarLetters.exec(text.slice(Math.max(0, end - 4), end))?.[1];
    const named = letters === undefined ? undefined : unitOf(letters.toLowerCase());
    const unit = named ?? unitOf(sign);
    return unit === undefined
      ? null
      : { unit, name: named === undefined ? sign : (letters ?? sign) };
  }
  const code = words[at - 1]?.lexeme;
  if (code?.key.length !== 3 || !code.capital) return null;
  const unit = unitOf(code.key);
  return unit?.dimension === code.key ? { unit, name: rawAt(text, words, at - 1) } : null;
}

/** A unit before the number, with the "per …" after it. */
export function withRate(
  text: string,
  words: readonly Word[],
  before: { unit: Unit; name: string },
  last: number,
): UnitSaid {
  const end = words[last]?.end ?? 0;
  const whole = withDivisors(text, words, { unit: before.unit, last, end });
  return { unit: whole.unit, last: whole.last, name: before.name + text.slice(end, whole.end) };
}
