import { figuresIn } from "../kinds/figures.ts";
import { looksLikeValue, mainClause, valueAtEnd } from "../reply/conclusion.ts";
import { declines } from "../reply/refusal.ts";
import { sentenceStart } from "../reply/sentence.ts";
import { tidyAnswer } from "../reply/tidy.ts";
import { shortSpaces, trimEndOf } from "../words/trim.ts";

const delimited =
  /\$\$([\s\S]{1,400}?)\$\$|\\\[([\s\S]{1,400}?)\\\]|\\\(([\s\S]{1,400}?)\\\)|\$([^$\n]{1,300}?)\$/g;

/** The end is enough, because a conclusion is near the end. */
const tail = 2_000;
const sentences = 4;

/** Words around the formula, rather than a formula or a short phrase. */
export const isSentence = (answer: string): boolean =>
  (answer.length > 40 || /\$|\\\(|[\p{L}]{2,}\s+[\p{L}]{2,}\s/u.test(answer)) &&
  !looksLikeValue(answer);

const typeset = /\\[a-zA-Z]+|\bi\b/g;

/** Made of numbers alone: likelier the result than a formula with names in it. */
const isConstant = (formula: string): boolean =>
  /\d/.test(formula) && !/[a-zA-Z]/.test(formula.replace(typeset, ""));

/** A few words without a verb, as in "multiples of 3": the number names a thing and is not the answer. */
const isPhrase = (sentence: string): boolean =>
  sentence.split(/\s+/, 8).length <= 6 &&
  !/\b(?:is|are|was|were|has|have|had|will|can|there|(?!less\b)[a-z]+s)\b|[=$\\]/.test(sentence);

/** More than the name of a thing in the sentence. */
const isExpression = (formula: string): boolean =>
  formula.length > 4 && /[-+^_{}()=<>*/,]/.test(formula);

const rightSide = (formula: string): string => {
  const parts = formula.split(/(?<![<>!\\])=/);
  return (parts[parts.length - 1] ?? formula).trim();
};

/** The formulas and loose numbers of a sentence, in order. */
function candidates(sentence: string): string[] {
  const found: { text: string; at: number }[] = [];
  delimited.lastIndex = 0;
  const rest = sentence.replace(
    delimited,
    (all: string, a?: string, b?: string, c?: string, d?: string, at = 0) => {
      const formula = rightSide(trimEndOf(tidyAnswer(a ?? b ?? c ?? d ?? ""), ".,;"));
      if (formula !== "") found.push({ text: formula, at: Number(at) });
      return " ".repeat(all.length);
    },
  );
  for (const { value, start } of figuresIn(rest)) found.push({ text: String(value), at: start });
  return found.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

/** The formula that prose arrives at: its last constant, else its last formula; `null` without any. */
export function formulaIn(text: string): string | null {
  const near = shortSpaces(text.length > tail ? text.slice(-tail) : text);
  let end = near.length;
  for (let back = 0; back < sentences && end > 0; back++) {
    const start = sentenceStart(near, near.slice(0, end).trimEnd().length);
    const sentence = trimEndOf(near.slice(start, end), ".");
    const value = valueAtEnd(sentence);
    if (value !== null) return value;
    if (declines(sentence) || isPhrase(sentence)) return null;
    const main = candidates(mainClause(sentence));
    const found = main.length > 0 ? main : candidates(sentence);
    const best = found.findLast(isConstant) ?? found.findLast(isExpression);
    if (best !== undefined) return best;
    end = start;
  }
  return null;
}
