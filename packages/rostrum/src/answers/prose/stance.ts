import { yesOrNo } from "../kinds/yes-no.ts";
import type { ProseQuestion } from "./question.ts";
import type { Word } from "./words.ts";

/** What a statement says beyond its content: for or against, denied or not, on a condition or not. */
export interface Stance {
  polarity: "yes" | "no" | null;
  /** It denies what it states: "is not enforceable". */
  negated: boolean;
  /** It holds only if something else does: "only after the bug is fixed". */
  conditional: boolean;
  /** It holds in part: "partly enforceable". */
  partial: boolean;
  /** The polarity is said in so many words, "yes" or "no", and not by repeating the question. */
  explicit: boolean;
}

const strongCondition =
  /\bonly (?:if|when|after|once|where|as long as|until)\b|\bif and only if\b|\bprovid(?:ed|ing) that\b|[,;] provid(?:ed|ing)\b|\b(?:as|so) long as\b|\bon (?:the )?condition\b|\bunless\b|\bcontingent (?:on|upon)\b|\bsubject to\b|\bnot (?:until|before|unless)\b/i;

/** In an answer to a decision these tie it to something too; in a statement of fact they tell of time or cause. */
const looseCondition =
  /\b(?:but|and|though|although|however),? only\b|\bonly (?:under|for|with|in)\b|\bassuming\b|\bdepend(?:s|ing)? on\b|\bit depends\b|\bin case\b|\bexcept\b|\bbut (?:first|not|if|when|once|after|wait)\b|(?:^|[\s,;])(?:if|once|after|until|when)\s/i;

const denials = new Set(
  (
    "not no never none neither nor nobody nothing nowhere without cannot hardly barely dont doesnt didnt isnt wasnt arent " +
    "werent wont wouldnt shouldnt cant couldnt hasnt havent hadnt aint mustnt"
  ).split(" "),
);

/** Denials that deny nothing of the statement. */
const idle =
  /\bnot (?:only|just|merely|simply|necessarily)\b|\bno (?:doubt|question|later than|more than|less than|matter)\b|\bwhether or not\b|\bwhy not\b|\bnot to mention\b|\b(?:nobody|no one) (?:but|except|other than)\b|\bno\.? ?\d|^\W*neither(?=\s*[,;.:–—])|\b(?:without|beyond) (?:a |any )?(?:doubt|question)\b/gi;

/** Verbs and adjectives that deny what follows: "fails to be enforceable". */
const averse =
  /(?<!\b(?:no|without(?: an?y?)?|beyond(?: an?y?)?) )\bdoubt(?:s|ed|ful)?\b|\bfail(?:s|ed)? to\b|\b(?:far|nowhere near) (?:from )?|\banything but\b|\b(?:refus|declin)(?:es?|ed) to\b|\bunlikely\b/gi;

const affirms =
  /^\W*(?:absolutely|definitely|certainly|of course|indeed|correct|affirmative|that is (?:right|correct|true))\b(?! not\b)/i;
const rejects =
  /^\W*(?:absolutely not|definitely not|certainly not|of course not|not at all|not yet|never|incorrect|negative)\b/i;
const unsure = /\b(?:may|might|could|perhaps|possibly|sometimes|whether|depends)\b/i;
const past = /\b(?:used to|formerly|previously|once|no longer|historically)\b/i;
const future = /\b(?:will|shall|going to)\b/i;

/** It says when, where the question asks whether it is so now. */
const otherTime = ({ text }: ProseQuestion, raw: string): boolean =>
  (past.test(raw) && !past.test(text)) || (future.test(raw) && !future.test(text));

const partly =
  /\b(?:partly|partially|in part|only in|to some extent|to a (?:certain|limited) extent|somewhat|mostly|largely|for the most part|half|in (?:some|certain|most|many|few))\b/i;

/** A word with a capital in the middle of a sentence; NOT in capitals stresses. */
const inName = (raw: string, at: number): boolean =>
  /[\p{L}\p{N}’'] ?$/u.test(raw.slice(Math.max(0, at - 2), at)) &&
  /^\p{Lu}\p{Ll}/u.test(raw.slice(at, at + 2));

/** Tells whether a word belongs to a title, which denies nothing: "Much Ado About Nothing". */
function titles(raw: string): (at: number) => boolean {
  if (!/["“]/.test(raw)) return (at) => inName(raw, at);
  const spans = [...raw.matchAll(/["“][^"“”]{1,80}["”]/g)];
  return (at) =>
    inName(raw, at) || spans.some(({ index, 0: span }) => at > index && at < index + span.length);
}

/** Whether a statement denies; denials of the question, said again, don't count. */
function denies(question: ProseQuestion, raw: string, words: readonly Word[]): boolean {
  let count = 0;
  const titled = titles(raw);
  for (const { lexeme, start } of words)
    if (denials.has(lexeme.key) && !question.keys.has(lexeme.key) && !titled(start)) count++;
  for (const { index } of raw.matchAll(averse)) if (!titled(index)) count++;
  if (count === 0) return false;
  for (const _ of raw.matchAll(idle)) count--;
  if (yesOrNo(raw) === "no") count--;
  return count > 0 && count % 2 === 1;
}

const negativePrefix = /^(?:un|in|im|il|ir|non|dis)(?=.{3})/;

/** "Unenforceable" denies what the question asks: whether it is enforceable. */
const deniesAsked = (question: ProseQuestion, words: readonly Word[]): boolean =>
  words.some(({ lexeme: { key } }) => {
    const positive = key.replace(negativePrefix, "");
    return positive !== key && question.keys.has(positive) && !question.keys.has(key);
  });

const pronouns = new Set("it they this that these those he she we you i".split(" "));

/**
 * For a question of yes or no, a statement that says its words again answers it: from its verb to its end, the subject
 * may be a pronoun. Other words in between say something else ("the clause is void"); after them they only add.
 */
function restates(question: ProseQuestion, words: readonly Word[]): boolean {
  const seen = new Set<string>();
  let last = -1;
  for (const [i, { lexeme }] of words.entries()) {
    if (!lexeme.asked) continue;
    seen.add(lexeme.stem);
    last = i;
  }
  if (seen.size === 0 || seen.size * 2 < question.stems.size) return false;
  const says = ({ lexeme }: Word): boolean =>
    !lexeme.stop && !lexeme.asked && !lexeme.filler && !denials.has(lexeme.key);
  if (words.slice(0, last).some(says)) return false;
  const asked = [...question.stems];
  const from = asked.findIndex((stem) => seen.has(stem));
  const whole = asked.slice(from).every((stem) => seen.has(stem));
  return whole && (from === 0 || words.slice(0, 2).some(({ lexeme }) => pronouns.has(lexeme.key)));
}

function polarityOf(
  question: ProseQuestion,
  raw: string,
  words: readonly Word[],
  negated: boolean,
): Stance["polarity"] {
  const said = yesOrNo(raw);
  if (said !== null) return said;
  if (rejects.test(raw)) return "no";
  if (affirms.test(raw)) return "yes";
  if (question.expected !== "yes_no" || unsure.test(raw) || otherTime(question, raw)) return null;
  if (deniesAsked(question, words)) return negated ? "yes" : "no";
  if (!restates(question, words)) return null;
  return negated ? "no" : "yes";
}

/** Reads the stance of a statement from its words without asides. */
export function stanceOf(question: ProseQuestion, raw: string, main: readonly Word[]): Stance {
  const negated = denies(question, raw, main);
  const polarity = polarityOf(question, raw, main, negated);
  const decides =
    polarity !== null ||
    question.expected === "yes_no" ||
    question.expected === "choice" ||
    question.decision;
  return {
    polarity,
    negated,
    conditional: strongCondition.test(raw) || (decides && looseCondition.test(raw)),
    partial: decides && partly.test(raw),
    explicit:
      polarity !== null && (yesOrNo(raw) !== null || rejects.test(raw) || affirms.test(raw)),
  };
}
