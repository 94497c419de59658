import type { AnswerReader, Basis, Reading } from "../protocol/answer.ts";
import { withUnit } from "../protocol/with-unit.ts";
import { choiceReader } from "./kinds/choice.ts";
import { figuresIn } from "./kinds/figures.ts";
import { listedOptions } from "./kinds/listed-options.ts";
import { mathReader } from "./kinds/math.ts";
import { measureIn, measureKey, sameMeasure } from "./kinds/measure.ts";
import type { Measure } from "./kinds/measure.ts";
import { isPlainFigure } from "./kinds/plain-figure.ts";
import { lazily, remember } from "./kinds/remember.ts";
import { soleNumber } from "./kinds/sole-number.ts";
import { proseReader, statementOf } from "./kinds/text.ts";
import { looksLikeMath } from "./math/looks-like-math.ts";
import { asYesOrNo, questionOf } from "./prose/question.ts";
import type { ProseQuestion } from "./prose/question.ts";
import { understandProse } from "./prose/understand-prose.ts";
import { wordsIn } from "./prose/words.ts";
import { readReply } from "./read-reply.ts";
import { answers, withoutEchoes, withoutRefusals } from "./unanswered.ts";
import { yesOrNo } from "./kinds/yes-no.ts";

/** How one kind understands the words of an answer; `null` if it can't. */
interface Understanding<V> {
  basis: Basis;
  of(words: string): V | null;
  same(a: V, b: V): boolean;
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
      return understood(words).value === null
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

/** A number, and what it counts if the question doesn't say so: "5 apples". */
interface Count extends KeyedMeasure {
  thing: string | null;
}

/** The word after a number that has no unit. */
const thingAfter = /^[^\p{L}]*\d[\d.,]*\s+(\p{L}+)/u;

/**
 * If the question asks for a number, replies name what it counts in various words, or not at all.
 */
function thingOf(words: string, asked: () => ProseQuestion): string | null {
  const said = thingAfter.exec(words)?.[1];
  if (said === undefined) return null;
  const { expected, lexicon, stems } = asked();
  if (expected === "number") return null;
  const [word] = wordsIn(said, lexicon, stems);
  return word === undefined || word.lexeme.stop || word.lexeme.asked ? null : word.lexeme.stem;
}

const byNumber = (asked: () => ProseQuestion): Understanding<Count> => ({
  basis: "number",
  of(words) {
    const { value } = numberOf(words);
    if (value === null) return null;
    return { ...value, thing: value.unit === null ? thingOf(words, asked) : null };
  },
  same: (a, b) =>
    sameMeasure(a, b) && (a.thing === null || b.thing === null || a.thing === b.thing),
  key: ({ key, thing }) => (thing === null ? key : `${key} ${thing}`),
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
  const numeric = (words: string): boolean => !asked().identifier && soleNumber(words) !== null;
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
