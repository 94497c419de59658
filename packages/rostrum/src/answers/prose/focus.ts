import type { ProseQuestion } from "./question.ts";
import type { Word } from "./words.ts";

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(" "));
const links = wordSet(
  "is are was were be been became become by called named as equals titled include includes included",
);
const breaks = wordSet(
  "is are was were be been became become who which that where when while but because by as has had have",
);
const prepositions = wordSet("in on at to from of for with during");
const monthNames = wordSet(
  "january february march april may june july august september october november december",
);

/** Words of a statement that belong together, between words of the question, verbs and punctuation. */
export interface Run {
  words: Word[];
  /** Places of its first and last word in the statement. */
  from: number;
  to: number;
  /** How likely the answer is here; only the order matters. */
  score: number;
}

/** The comma of "July 4, 1776" parts nothing. */
function dateGoesOn(run: Run, word: Word): boolean {
  const last = run.words.at(-1)?.lexeme;
  return word.lexeme.number && last !== undefined && (last.number || monthNames.has(last.key));
}

function runsIn(words: readonly Word[]): Run[] {
  const runs: Run[] = [];
  let run: Run | null = null;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) continue;
    const { lexeme } = word;
    const ends = lexeme.asked || (lexeme.stop && breaks.has(lexeme.key));
    if (run !== null && (ends || (word.parted && !dateGoesOn(run, word)))) {
      runs.push(run);
      run = null;
    }
    if (ends || lexeme.stop) continue;
    run ??= { words: [], from: i, to: i, score: 0 };
    run.words.push(word);
    run.to = i;
  }
  if (run !== null) runs.push(run);
  return runs;
}

const isTelling = ({ lexeme }: Word): boolean => lexeme.number || !lexeme.filler;

/** A run scores by holding what the question asks for. */
function typeScore(question: ProseQuestion, run: Run, isName: (word: Word) => boolean): number {
  switch (question.expected) {
    case "person":
    case "place":
      return run.words.some(isName) ? 1.2 : 0;
    case "number":
    case "date":
    case "year":
      return run.words.some(({ lexeme }) => lexeme.number) ? 1.5 : 0;
    default:
      return run.words.some(isName) ? 0.4 : 0;
  }
}

/** The word that leads to a run: the nearest before it that is not a mere article or adverb. */
function leadsTo(words: readonly Word[], from: number): string {
  for (let at = from - 1; at >= 0; at--) {
    const lexeme = words[at]?.lexeme;
    if (lexeme === undefined) break;
    if (!lexeme.stop || links.has(lexeme.key) || prepositions.has(lexeme.key)) return lexeme.key;
  }
  return "";
}

function scoreOf(
  question: ProseQuestion,
  run: Run,
  words: readonly Word[],
  order: number,
  isName: (word: Word) => boolean,
): number {
  if (!run.words.some(isTelling)) return -1 - order * 0.1;
  const { expected } = question;
  const lead = leadsTo(words, run.from);
  let score = typeScore(question, run, isName) - Math.min(order, 6) * 0.25;
  if (links.has(lead)) score += 0.8;
  if (lead === "by" && expected === "person") score += 0.5;
  if (prepositions.has(lead) && (expected === "place" || expected === "date")) score += 0.4;
  // "Paris is the capital": the subject, where more follows.
  if (run.from <= 1 && words.length > run.to + 1) score += 0.6;
  return score;
}

/** The runs of a statement, the likeliest place of the answer first. */
export function runsOf(
  question: ProseQuestion,
  words: readonly Word[],
  isName: (word: Word) => boolean,
): Run[] {
  const runs = runsIn(words);
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    if (run !== undefined) run.score = scoreOf(question, run, words, i, isName);
  }
  return runs.sort((a, b) => b.score - a.score || a.from - b.from);
}

/** The telling words of the best run; where every word is the question's, the statement's own words. */
export function focusOf(
  question: ProseQuestion,
  runs: readonly Run[],
  words: readonly Word[],
): Word[] {
  const [best] = runs;
  if (best === undefined) return words.filter(({ lexeme }) => !lexeme.stop);
  const telling = best.words.filter(isTelling);
  const { expected } = question;
  if (expected === "person" || expected === "place") {
    // "William Shakespeare around 1600": the year only tells more.
    const undated = telling.filter(({ lexeme }) => !/^\d{4}$/.test(lexeme.key));
    if (undated.length > 0) return undated;
  }
  return telling.length > 0 ? telling : best.words;
}
