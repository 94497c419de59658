import { plainDigits } from "../kinds/figures.ts";
import { rejectedIn, withoutAsides } from "./asides.ts";
import { addTo, openBag } from "./bag.ts";
import type { Bag } from "./bag.ts";
import { boundWords } from "./bounds.ts";
import { plainSpaces } from "./excerpt.ts";
import { figuresOf } from "./figures.ts";
import type { Figures } from "./figures.ts";
import { focusOf, runsOf } from "./focus.ts";
import type { Run } from "./focus.ts";
import { identifiersIn, isJustIdentifier } from "./identifiers.ts";
import { itemsOf } from "./order.ts";
import { pickOption } from "./pick-option.ts";
import type { ProseQuestion } from "./question.ts";
import { sentencesIn } from "./sentences.ts";
import { unitOf, unitWritten, sameUnit } from "./units.ts";
import { stanceOf } from "./stance.ts";
import type { Stance } from "./stance.ts";
import { wordsIn } from "./words.ts";
import type { Word } from "./words.ts";

/** A statement in prose, with everything that comparing needs worked out once. */
export interface ProseAnswer {
  /** The statement, verbatim from the reply. */
  wording: string;
  /** Its words in order, without case, accents, articles and such punctuation as tells nothing. */
  key: string;
  /** Signs that change what is said, in order. */
  signs: string;
  /** Those of programs and commands. */
  operators: string;
  /** Single letters that name something: the B of "option B". */
  labels: ReadonlySet<string>;
  /** Versions, sections, telephone numbers: digits that name something. */
  identifiers: ReadonlySet<string>;
  /** It is one of those and nothing else. */
  justIdentifier: boolean;
  /** The numerals behind names, with them: "elizabeth ii". */
  numerals: ReadonlySet<string>;
  /** Its numbers in order. */
  numbers: readonly string[];
  /** Its words in order, as in `key`. */
  inOrder: readonly string[];
  /** What a list joined by "and" names; empty where it isn't one. */
  items: readonly string[];
  /** Stems of what it turns down: the Oslo of "rather than Oslo". */
  rejected: ReadonlySet<string>;
  /** The same words, without order. */
  keys: ReadonlySet<string>;
  /** The words in the likely place of the answer. */
  focus: Bag;
  /** The statement without the question's words and without asides, each word stressed by its place. */
  stressed: Bag;
  /** The same, every word counting alike. */
  core: Bag;
  /** The statement without the question's words, asides and all. */
  all: Bag;
  /** The one of the question's alternatives that it picks, as the question words it. */
  picked: string | null;
  stance: Stance;
  figures: Figures;
  /** The figures that are in the focus. */
  focusFigures: Figures;
  /** Nothing but figures and their units is said. */
  bare: boolean;
  /** How many words the statement has. */
  size: number;
}

/** How much the words of the best run count, of the second, and so on. */
const stresses = [1, 0.5, 0.35, 0.25];
const offRuns = 0.2;

function stressesOf(runs: readonly Run[]): Map<Word, number> {
  const stress = new Map<Word, number>();
  for (const [rank, run] of runs.entries()) {
    const value = stresses[Math.min(rank, stresses.length - 1)] ?? offRuns;
    for (const word of run.words) stress.set(word, value);
  }
  return stress;
}

const digit = /^\d/;

/** "1990s" is not "1990". */
const written = (text: string, { lexeme, start, end }: Word): string =>
  lexeme.number && end - start === 5 && text.charAt(end - 1) === "s"
    ? `${lexeme.key}s`
    : lexeme.key;

/** A list of more words than this is prose. */
const mostListed = 40;

const articles = new Set(["a", "an", "the"]);

/** Signs that change what is said: "$5" is not "£5", "> 5" is not "< 5", "O+" is not "O-", "a && b" is not "a || b". */
const tellingSigns =
  /&&|\|\||!(?==|[\p{L}_(])|[$€£¥₹₩₿₽%‰°<>≤≥≠≈=+×÷^√∞]|[-−–](?=\d)|(?<=\p{Lu}\p{Ll}?)[-−](?=$|[\s.,;)])|(?<=\s)--(?=\p{L})/gu;

const operator = /^(?:&&|\|\||!|--)$/;

/** "<=" and "≤" are one sign. */
const plainSigns = (text: string): string =>
  text
    .replaceAll("<=", "≤")
    .replaceAll(">=", "≥")
    .replaceAll("!=", "≠")
    .replaceAll("==", "=")
    .replace(/[−–]/g, "-");

const numeral = /(\p{Lu}\p{Ll}+) ([IVX]{1,5})(?![\p{L}\p{N}'’])/gu;

/** "Elizabeth I", "World War II"; the I of "Yesterday I" is followed by a verb. */
function numeralsIn(text: string): Set<string> {
  const found = new Set<string>();
  if (!/[IVX]/.test(text)) return found;
  for (const { 0: all, 1: name = "", 2: value = "", index } of text.matchAll(numeral))
    if (value !== "I" || !/^ \p{Ll}/u.test(text.slice(index + all.length, index + all.length + 2)))
      found.add(`${name} ${value}`.toLowerCase());
  return found;
}

/** "5 mW" and "5 MW" are written alike but for their capitals: as a word of the key such a unit is kept as written. */
function unitWords(
  text: string,
  { quantities }: Figures,
  words: readonly Word[],
): Map<Word, string> {
  const found = new Map<Word, string>();
  for (const { unit, last } of quantities) {
    const word = words[last];
    if (unit === null || word === undefined || word.lexeme.number) continue;
    const raw = text.slice(word.start, word.end);
    const lower = raw.toLowerCase();
    if (raw !== lower && !sameUnit(unitWritten(raw) ?? null, unitOf(lower) ?? null))
      found.set(word, raw);
  }
  return found;
}

/** A text that is nothing but an article, or has no words at all, is its own key. */
const keyOf = (text: string, keys: readonly string[], signs: string): string =>
  keys.length === 0 ? `=${text.trim().toLowerCase()}` : `${keys.join(" ")}${signs}`;

const isFresh = ({ lexeme }: Word): boolean => !lexeme.stop && !lexeme.asked;

/** Whether a statement says nothing beyond its figures. */
function isBare(figures: Figures, words: readonly Word[]): boolean {
  if (figures.dates.length + figures.quantities.length === 0) return false;
  const inside = new Set<number>();
  for (const { from, last } of [...figures.dates, ...figures.quantities])
    for (let i = from; i <= last; i++) inside.add(i);
  return words.every(
    (word, i) =>
      inside.has(i) || !isFresh(word) || word.lexeme.filler || boundWords.has(word.lexeme.key),
  );
}

/** Where sentences begin with a capital that need not mean a name: it does where a second one follows. */
function sentenceStarts(text: string, words: readonly Word[]): ReadonlySet<Word> {
  const starts = new Set<Word>();
  if (words.length <= 3) return starts;
  let at = 0;
  for (const { start, end } of sentencesIn(text)) {
    while (at < words.length && (words[at]?.start ?? 0) < start) at++;
    const [first, second] = [words[at], words[at + 1]];
    if (first === undefined) break;
    const named = second?.lexeme.capital === true && !second.parted && !first.lexeme.stop;
    if (!named && first.start < end) starts.add(first);
  }
  return starts;
}

/** Works out what a statement says in answer to a question. */
export function understandProse(question: ProseQuestion, wording: string): ProseAnswer {
  const text = plainDigits(plainSpaces(wording));
  const words = wordsIn(text, question.lexicon, question.stems);
  const starts = sentenceStarts(text, words);
  const isName = (word: Word): boolean => word.lexeme.capital && !starts.has(word);
  const main = withoutAsides(text, words);
  const runs = runsOf(question, main, isName);
  const stress = stressesOf(runs);
  const focusWords = new Set(focusOf(question, runs, words));
  const [focus, core, stressed, all] = [openBag(), openBag(), openBag(), openBag()];
  for (const word of focusWords) addTo(focus, word.lexeme, isName(word));
  for (const word of main) {
    if (!isFresh(word)) continue;
    addTo(core, word.lexeme, isName(word));
    addTo(stressed, word.lexeme, isName(word), stress.get(word) ?? offRuns);
  }
  for (const word of words) if (isFresh(word)) addTo(all, word.lexeme, isName(word));
  const figures = figuresOf(text, words);
  const focused = ({ from, last }: { from: number; last: number }): boolean =>
    words.slice(from, last + 1).some((word) => focusWords.has(word));
  const stance = stanceOf(question, text, main);
  const isLabel = (word: Word): boolean => {
    const { key, capital } = word.lexeme;
    if (key.length !== 1) return false;
    // An article never ends a statement: "return a".
    if (word === words.at(-1) && words.length > 1) return /[a-z]/.test(key);
    return capital && key !== "i" && word !== words[0] && !starts.has(word);
  };
  const labels = new Set(words.filter(isLabel).map(({ lexeme }) => lexeme.key));
  const identifiers = identifiersIn(text, words, question.identifier);
  const asWritten = unitWords(text, figures, words);
  const keys: string[] = [];
  for (const word of words)
    if (!articles.has(word.lexeme.key) || isLabel(word))
      keys.push(identifiers.get(word.start) ?? asWritten.get(word) ?? written(text, word));
  const found: readonly string[] = text.match(tellingSigns) ?? [];
  const signs = plainSigns(found.join(""));
  return {
    wording,
    key: keyOf(text, keys, signs),
    signs,
    operators: found.filter((sign) => operator.test(sign)).join(""),
    labels,
    identifiers: new Set(identifiers.values()),
    justIdentifier: identifiers.size === 1 && isJustIdentifier(text),
    numerals: numeralsIn(text),
    inOrder: keys,
    items: words.length <= mostListed ? itemsOf(words) : [],
    rejected: new Set(rejectedIn(text, words).map(({ lexeme }) => lexeme.stem)),
    numbers: keys.filter((key) => digit.test(key)),
    keys: new Set(keys),
    focus,
    stressed,
    core,
    all,
    picked: pickOption(
      question.options,
      main.map(({ lexeme }) => lexeme),
      stance,
    ),
    stance,
    figures,
    focusFigures: {
      dates: figures.dates.filter(focused),
      quantities: figures.quantities.filter(focused),
    },
    bare: isBare(figures, words),
    size: words.length,
  };
}
