import type { AnswerReader, Reading } from "../protocol/answer.ts";
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
import { AskedQuestion } from "./prose/asked-question.ts";
import type { Lexeme } from "./prose/lexicon.ts";
import { quantitiesIn } from "./prose/quantities.ts";
import { asksYesOrNo, asYesOrNo, wantsIdentifier } from "./prose/question.ts";
import type { ProseQuestion } from "./prose/question.ts";
import { understandProse } from "./prose/understand-prose.ts";
import { wordsIn } from "./prose/words.ts";
import { readReply } from "./read-reply.ts";
import { hasOpposite, opposeEachOther } from "./words/contradiction.ts";
import { answers, withoutEchoes, withoutRefusals } from "./unanswered.ts";
import { WordsReader, type Understanding } from "./words-reader.ts";
import { yesOrNo } from "./kinds/yes-no.ts";

/** A number, and what else an answer says about it: "5 apples", "5 mg orally". */
interface Count extends Measure {
  /** See `measureKey`. */
  key: string;
  about: string;
  /** Its words that have an opposite: the "after" of "30 days after receipt". */
  turns: ReadonlySet<string>;
}

/** Digits that are a number whatever is asked: "01234" may be a postcode, "3.10" a version. */
const plainCount = /^-?(?:0|[1-9]\d*)$/;
/** A number and one word, which is its unit if it has one. */
const plainMeasure = /^-?\d[\d.,]* [\p{L}°%²³]+(?:\/[\p{L}²³]+)?$/u;

/** Once numbers are expected, a sentence with a single one gives it: "She has 42 left." */
const numberOf = remember((words): { value: Count | null; plain: boolean } => {
  const single =
    soleNumber(words) !== null ||
    (words.length <= 200 && figuresIn(words).length === 1 && isPlainFigure(words));
  const measure = single ? measureIn(words) : null;
  if (measure === null) return { value: null, plain: true };
  const { unit } = measure;
  return {
    value: { ...measure, key: measureKey(measure), about: "", turns: turnsIn(words) },
    plain: plainCount.test(words) || (unit !== null && plainMeasure.test(words)),
  };
});

/** The words of an answer that are neither its number and unit nor the question's. */
function aboutIn(words: string, { unit }: Measure, question: ProseQuestion): string {
  const { expected, lexicon, stems } = question;
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

const byNumber: Understanding<Count> = {
  basis: "number",
  whateverIsAsked(words) {
    const { value, plain } = numberOf(words);
    return plain ? value : undefined;
  },
  of(words, question) {
    const { value } = numberOf(words);
    return value && { ...value, about: aboutIn(words, value, question.understood()) };
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
};

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
  const asked = new AskedQuestion(question);
  const readings = replies
    .map((reply) => (typeof reply === "string" ? readReply(reply) : reply))
    .filter((reading) => answers(asked, reading));
  return kindFor(asked, readings);
}

function kindFor(asked: AskedQuestion, readings: readonly Reading[]): AnswerReader<string> {
  const question = asked.text;
  const said = readings.map(({ answer }) => answer ?? "");
  // "17 is prime" answers whether it is.
  const plain = said.every((words) => plainCount.test(words));
  // Not from `asked.understood()`: most questions for numbers are never looked at word by word.
  const mayCount = lazily(() => !wantsIdentifier(question) && !asksYesOrNo(question));
  const numeric = (words: string): boolean => plain || (soleNumber(words) !== null && mayCount());
  if (listedOptions(question).length > 0) {
    const options = byListedOption(question);
    if (said.length === 0 || half(said, (words) => options.of(words, asked) !== null))
      return new WordsReader(options, asked);
  } else if (said.length > 0 && said.every(numeric)) return new WordsReader(byNumber, asked);
  if (
    asked.understood().options.length > 0 &&
    (said.length === 0 || half(readings, picksOption(asked.understood())))
  )
    return withoutEchoes(asked, proseReader(asked.understood(), undefined, "choice"));
  if (said.length > 0 && said.every((words) => yesOrNo(words) !== null))
    return withoutEchoes(asked, proseReader(asYesOrNo(asked.understood()), undefined, "choice"));
  if (said.some((words) => !numeric(words) && looksLikeMath(words))) {
    if (half(said, (words) => numeric(words) || looksLikeMath(words)))
      return withoutRefusals(asked, mathReader());
  }
  return half(said, numeric)
    ? new WordsReader(byNumber, asked)
    : withoutEchoes(asked, proseReader(asked.understood()));
}

/** Whether a reply picks one of the alternatives that the question names. */
const picksOption =
  (question: ProseQuestion) =>
  (reading: Reading): boolean => {
    const statement = statementOf(question, reading);
    return statement !== null && understandProse(question, statement).picked !== null;
  };
