import type { AnswerReader, Basis, Reading } from "../protocol/answer.ts";
import { withUnit } from "../protocol/with-unit.ts";
import { choiceReader } from "./kinds/choice.ts";
import { figuresIn, plainForm } from "./kinds/figures.ts";
import { listedOptions } from "./kinds/listed-options.ts";
import { mathReader } from "./kinds/math.ts";
import { measureIn, measureKey, sameMeasure } from "./kinds/measure.ts";
import type { Measure } from "./kinds/measure.ts";
import { isPlainFigure } from "./kinds/plain-figure.ts";
import { lazily, remember } from "./kinds/remember.ts";
import { soleNumber } from "./kinds/sole-number.ts";
import { proseReader, statementOf } from "./kinds/text.ts";
import { looksLikeMath } from "./math/looks-like-math.ts";
import type { Lexeme } from "./prose/lexicon.ts";
import { quantitiesIn } from "./prose/quantities.ts";
import { asksYesOrNo, asYesOrNo, questionOf, wantsIdentifier } from "./prose/question.ts";
import type { ProseQuestion } from "./prose/question.ts";
import { understandProse } from "./prose/understand-prose.ts";
import { wordsIn } from "./prose/words.ts";
import { readReply } from "./read-reply.ts";
import { hasOpposite, opposeEachOther } from "./words/contradiction.ts";
import { answers, withoutEchoes, withoutRefusals } from "./unanswered.ts";
import { yesOrNo } from "./kinds/yes-no.ts";

/** How one kind understands the words of an answer; `null` if it can't. */
interface Understanding<V> {
  basis: Basis;
  of(words: string): V | null;
  /** `null` where only their words can tell. */
  same(a: V, b: V): boolean | null;
  key(value: V): string;
  /** How a value is shown if its own words are too many. */
  words(value: V): string;
}

/** Wordings longer than this are sentences: their value is shown instead. */
const longestWording = 80;

/**
 * Keeps answers as words and compares them by a kind. An answer that the kind can't understand is read
 * and compared as prose, so no vote is lost because of its form.
 */
function asWords<V>(kind: Understanding<V>, asked: () => ProseQuestion): AnswerReader<string> {
  const prose = lazily(() => proseReader(asked()));
  const understood = remember((words): { value: V | null } => ({ value: kind.of(words) }));
  const both = (a: string, b: string): boolean | null => {
    const one = understood(a).value;
    const other = understood(b).value;
    return one === null || other === null ? null : kind.same(one, other);
  };
  return {
    basis: kind.basis,
    read(reading, text) {
      const { answer } = reading;
      const value = answer === null ? null : understood(answer).value;
      if (answer === null || value === null) return prose().read(reading, text);
      const words = answer.length <= longestWording ? answer : kind.words(value);
      return words === answer || understood(words).value === null
        ? { value: answer, wording: answer }
        : { value: words, wording: words };
    },
    same: (a, b) => both(a, b) ?? prose().same(a, b),
    settle(a, b) {
      const same = both(a, b);
      return same === null ? (prose().settle?.(a, b) ?? "open") : same ? "same" : "different";
    },
    key(words) {
      const { value } = understood(words);
      return value === null ? `?${prose().key?.(words) ?? words}` : kind.key(value);
    },
  };
}

/** Once numbers are expected, a sentence with a single one gives it: "She has 42 left." */
const numberOf = remember((words): { value: KeyedMeasure | null } => {
  const single =
    soleNumber(words) !== null ||
    (words.length <= 200 && figuresIn(words).length === 1 && isPlainFigure(words));
  const measure = single ? measureIn(words) : null;
  return { value: measure && { ...measure, key: measureKey(measure) } };
});

interface KeyedMeasure extends Measure {
  /** See `measureKey`. */
  key: string;
}

/** A number, and what else an answer says about it: "5 apples", "5 mg orally". */
interface Count extends KeyedMeasure {
  about: string;
  /** Its words that have an opposite: the "after" of "30 days after receipt". */
  turns: ReadonlySet<string>;
}

/** Digits that are a number whatever is asked: "01234" may be a postcode, "3.10" a version. */
const plainCount = /^-?(?:0|[1-9]\d*)$/;
/** A number and one word, which is its unit if it has one. */
const plainMeasure = /^-?\d[\d.,]* [\p{L}°%²³]+(?:\/[\p{L}²³]+)?$/u;

/** The words of an answer that are neither its number and unit nor the question's. */
function aboutIn(words: string, { unit }: Measure, asked: () => ProseQuestion): string {
  if (plainCount.test(words) || (unit !== null && plainMeasure.test(words))) return "";
  const { expected, lexicon, stems } = asked();
  // Where a number is asked for, replies name what it counts in words of their own, or not at all.
  if (expected === "number" && unit === null) return "";
  const text = plainForm(words);
  const said = wordsIn(text, lexicon, stems);
  const { from, last } = quantitiesIn(text, said)[0] ?? { from: -1, last: -1 };
  return said
    .filter(({ lexeme }, i) => (i < from || i > last) && tells(lexeme))
    .map(({ lexeme }) => lexeme.stem)
    .join(" ");
}

/** Words that say how often change what a quantity is. */
const times = new Set(["once", "twice", "thrice"]);
const tells = ({ key, stop, asked, filler }: Lexeme): boolean =>
  times.has(key) || !(stop || asked || filler);

const noWords: ReadonlySet<string> = new Set();

function turnsIn(words: string): ReadonlySet<string> {
  if (!/\p{L}{3}/u.test(words)) return noWords;
  return new Set(
    words
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.filter(hasOpposite),
  );
}

const byNumber = (asked: () => ProseQuestion): Understanding<Count> => ({
  basis: "number",
  of(words) {
    const { value } = numberOf(words);
    if (value === null) return null;
    return { ...value, about: aboutIn(words, value, asked), turns: turnsIn(words) };
  },
  same(a, b) {
    if (!sameMeasure(a, b)) return false;
    if (a.turns.size > 0 && opposeEachOther(a.turns, b.turns)) return null;
    if (a.about === "" || b.about === "" || a.about === b.about) return true;
    return a.unit === null && b.unit === null ? false : null;
  },
  key: ({ key, about, turns }) =>
    about === "" && turns.size === 0 ? key : `${key} ${about} ${[...turns].sort().join(" ")}`,
  words: ({ value, unit }) => withUnit(value, unit),
});

function byListedOption(question: string): Understanding<string> {
  const reader = choiceReader(undefined, question);
  return {
    basis: "choice",
    of: (words) =>
      reader.read({ answer: words, reasoning: "", confidence: null }, words)?.value ?? null,
    same: (a, b) => a === b,
    key: String,
    words: String,
  };
}

const half = <T>(items: readonly T[], holds: (item: T) => boolean): boolean =>
  items.length > 0 && items.filter(holds).length * 2 >= items.length;

/** Chooses, once for a debate, how its answers are compared: from the question and the replies of round 0. */
export function autoReader(
  question: string,
  /** Replies, or what was read from them. */
  replies: readonly (string | Reading)[],
): AnswerReader<string> {
  const asked = lazily(() => questionOf(question));
  const readings = replies
    .map((reply) => (typeof reply === "string" ? readReply(reply) : reply))
    .filter((reading) => answers(asked, reading));
  return withoutEchoes(asked, kindFor(question, asked, readings));
}

function kindFor(
  question: string,
  asked: () => ProseQuestion,
  readings: readonly Reading[],
): AnswerReader<string> {
  const said = readings.map(({ answer }) => answer ?? "");
  // "17 is prime" answers whether it is.
  const plain = said.every((words) => plainCount.test(words));
  // Not from `asked()`: most questions for numbers are never looked at word by word.
  const mayCount = lazily(() => !wantsIdentifier(question) && !asksYesOrNo(question));
  const numeric = (words: string): boolean => plain || (soleNumber(words) !== null && mayCount());
  if (listedOptions(question).length > 0) {
    const options = byListedOption(question);
    if (said.length === 0 || half(said, (words) => options.of(words) !== null))
      return asWords(options, asked);
  } else if (said.length > 0 && said.every(numeric)) return asWords(byNumber(asked), asked);
  if (asked().options.length > 0 && (said.length === 0 || half(readings, picksOption(asked()))))
    return proseReader(asked(), undefined, "choice");
  if (said.length > 0 && said.every((words) => yesOrNo(words) !== null))
    return proseReader(asYesOrNo(asked()), undefined, "choice");
  if (said.some((words) => !numeric(words) && looksLikeMath(words))) {
    if (half(said, (words) => numeric(words) || looksLikeMath(words)))
      return withoutRefusals(asked, mathReader());
  }
  return half(said, numeric) ? asWords(byNumber(asked), asked) : proseReader(asked());
}

/** Whether a reply picks one of the alternatives that the question names. */
const picksOption =
  (question: ProseQuestion) =>
  (reading: Reading): boolean => {
    const statement = statementOf(question, reading);
    return statement !== null && understandProse(question, statement).picked !== null;
  };
