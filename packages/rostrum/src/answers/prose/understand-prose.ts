import { withoutAsides } from "./asides.ts";
import { addTo, openBag } from "./bag.ts";
import type { Bag } from "./bag.ts";
import { plainSpaces } from "./excerpt.ts";
import { figuresOf } from "./figures.ts";
import type { Figures } from "./figures.ts";
import { focusOf, runsOf } from "./focus.ts";
import type { Run } from "./focus.ts";
import { pickOption } from "./pick-option.ts";
import type { ProseQuestion } from "./question.ts";
import { sentencesIn } from "./sentences.ts";
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
  /** Single letters that name something: the B of "option B". */
  labels: ReadonlySet<string>;
  /** Its numbers in order. */
  numbers: readonly string[];
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
const articles = new Set(["a", "an", "the"]);

/** Signs that change what is said: "$5" is not "£5", "> 5" is not "< 5". */
const tellingSigns = /[$€£¥₹₩₿₽%‰°<>≤≥≠≈=+×÷^√∞]|[-−](?=\d)/g;

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
  return words.every((word, i) => inside.has(i) || !isFresh(word) || word.lexeme.filler);
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
  const text = plainSpaces(wording);
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
    return key.length === 1 && capital && key !== "i" && word !== words[0] && !starts.has(word);
  };
  const labels = new Set(words.filter(isLabel).map(({ lexeme }) => lexeme.key));
  const keys: string[] = [];
  for (const word of words)
    if (!articles.has(word.lexeme.key) || isLabel(word)) keys.push(word.lexeme.key);
  const signs = text.match(tellingSigns)?.join("") ?? "";
  return {
    wording,
    key: keyOf(text, keys, signs),
    signs,
    labels,
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
