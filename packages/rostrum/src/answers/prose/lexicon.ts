import { remember } from "../kinds/remember.ts";
import { wordNumber } from "../kinds/number-words.ts";
import { fillerStems, stopWords } from "./common-words.ts";
import { stemOf } from "./stem.ts";

/** What is known of a written word, worked out once for a question and all its replies. */
export interface Lexeme {
  /** Lower case, without accents, possessive or full stops: "Müller's" is "muller". */
  key: string;
  /** The key without its ending: "songs" and "song" share it. */
  stem: string;
  /** Begins with a capital. */
  capital: boolean;
  /** A figure, or a number in words. */
  number: boolean;
  /** A word without content: "the", "is", "usually". */
  stop: boolean;
  /** A word of narration, such as "known" and "film": it tells little about the answer. */
  filler: boolean;
  /** The question says it already. */
  asked: boolean;
}

/** Lexemes by the word as it is written. */
export type Lexicon = Map<string, Lexeme>;

// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const ascii = /^[\x00-\x7f]*$/;
const marks = /\p{M}/gu;
const digits = /^\d/;
const ordinal = /(?:st|nd|rd|th|s)$/;

const romanValues = [2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16];
const roman = new Map(
  "II III IV VI VII VIII IX XI XII XIII XIV XV XVI"
    .split(" ")
    .map((numeral, i) => [numeral, String(romanValues[i])]),
);
const ordinals = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, i) => [word, String(i + 1)]),
);

/** "1.200.000" counts in millions, as much of Europe writes it. */
const dotted = /^\d{1,3}(?:\.\d{3}){2,}$/;

function figure(key: string): string {
  const grouped = key.replace(ordinal, "");
  const number = dotted.test(grouped) ? grouped.replaceAll(".", "") : grouped.replaceAll(",", "");
  // Telephone codes keep their zeros, and versions and addresses ("2.3.1") are not numbers.
  return /^0\d|\..*\./.test(number) ? number : String(Number.parseFloat(number));
}

function keyOf(raw: string): string {
  let key = raw.toLowerCase();
  if (digits.test(key)) return figure(key);
  if (!ascii.test(key)) key = key.normalize("NFKD").replace(marks, "").replaceAll("’", "'");
  if (raw === "US" || raw === "U.S." || raw === "U. S.") return "usa";
  if (key.includes(".")) key = key.replace(/[.\s]/g, "");
  if (key.includes("'")) key = key.replace(/'s$|s'$/, "").replaceAll("'", "");
  const value = wordNumber(key);
  if (value !== undefined) return String(value);
  return roman.get(raw) ?? ordinals.get(key) ?? key;
}

/** What is known of a word whatever the question. */
const unasked = remember((raw): Lexeme => {
  const key = keyOf(raw);
  const stem = stemOf(key);
  const first = raw.charAt(0);
  return {
    key,
    stem,
    capital: first !== first.toLowerCase(),
    number: digits.test(key),
    stop: stopWords.has(key),
    filler: fillerStems.has(stem),
    asked: false,
  };
}, 8_192);

/** Looks a word up, or works it out; `asked` says whether the question has a stem. */
export function lexemeOf(raw: string, lexicon: Lexicon, asked: ReadonlySet<string>): Lexeme {
  const known = lexicon.get(raw);
  if (known !== undefined) return known;
  const word = unasked(raw);
  const lexeme = !word.stop && asked.has(word.stem) ? { ...word, asked: true } : word;
  lexicon.set(raw, lexeme);
  return lexeme;
}
