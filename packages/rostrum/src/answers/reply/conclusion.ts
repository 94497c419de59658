import { shortSpaces, trimEndOf } from "../words/trim.ts";
import { sentenceEnd, sentenceStart } from "./sentence.ts";
import { tidyAnswer } from "./tidy.ts";

const connective =
  /^\s*(?:[-*#>]\s*)*(?:\*\*)?(?:so|thus|hence|therefore|consequently|accordingly|in conclusion|to conclude|in summary|in total|in all|altogether|overall|finally|as a result|this means|we conclude|we get|we have)\b[,:]?\s*(?:that\b)?/i;

const links = [
  " is ",
  " are ",
  " equals ",
  " equal to ",
  " was ",
  " be ",
  " = ",
  "= ",
  "=",
  " ≈ ",
  ": ",
];

/** These lead to a value only where it is set as a formula. */
const looseLinks =
  /\s(?:to|as|by|at|of|get|have|obtain|gives|give|yields|take|takes)\s+(?=\$(?!\d)|\\\()/g;

/** What comes after the point of a sentence: "… when x < 5", "… to carpet the floor". */
const qualification =
  /,?\s+(?:when|if|where|whenever|for (?:all|any|every|the)|because|since|so that|in order|given that|to (?!\$|\\)[a-z]+)\b.*$/is;

const command = /\\[a-zA-Z]+/g;
const typesetWords = /\\(?:text|mbox|mathrm|textbf)\s*\{[^{}]*\}/g;
const word = /\p{L}{2,}/u;
/** A number and the words of its unit: "26 apples", "$18 per day". */
const measured = /^[-+−$€£\\({[]*\s*\d[\d.,/]*\s*%?(?:[\s-]+\p{L}+\.?){1,4}$/u;

/** A value rather than a phrase: maths, or a number with at most its unit. */
export function looksLikeValue(text: string): boolean {
  if (text.length === 0 || text.length > 160) return false;
  const bare = text.replace(typesetWords, "").replace(command, " ");
  if (word.test(bare)) return measured.test(text);
  return /[\d\\]|^[(\[{]?[A-Za-z]/.test(text);
}

/** "… is 12, so that is our answer": the value stands before these words. */
const afterthought =
  /,?\s+(?:(?:so|and|which|hence)\s+)?(?:(?:that|this|which)\s+)?is (?:our|the|my) (?:final |correct )?answer$|,?\s+(?:listed|rounded|expressed in|written in)\b[^$\\]*$/i;

/** The words of a sentence up to what merely qualifies it, unless the verb is still to come. */
export function mainClause(sentence: string): string {
  const main = sentence.replace(qualification, "");
  return /(?<!that|which)\s(?:is|are|equals)\s/.test(sentence.slice(main.length)) ? sentence : main;
}

function valueAfterLink(sentence: string): string | null {
  let best = -1;
  for (const link of links) {
    const at = sentence.lastIndexOf(link);
    // "x >= 5" and "x != 5" lead to no value.
    if (at >= 0 && !"<>!".includes(sentence.charAt(at - 1) || " "))
      best = Math.max(best, at + link.length);
  }
  looseLinks.lastIndex = 0;
  while (looseLinks.exec(sentence) !== null) best = Math.max(best, looseLinks.lastIndex);
  if (best <= 0) return null;
  const said = sentence
    .slice(best)
    .replace(/^\s*(?:equal to|approximately|about|exactly|only)\s+/, "");
  const value = trimEndOf(tidyAnswer(trimEndOf(said, ".,;")), ".,;");
  // "$-4$, $4$" is a row of formulas: one answer.
  const joined =
    value.includes("$") && !/\$\d/.test(value) ? value.replace(/(?<!\\)\$/g, "") : value;
  return looksLikeValue(joined) ? joined : null;
}

/** The value that a sentence ends with, after "is", "equals", "=" and the like. */
export function valueAtEnd(whole: string): string | null {
  const sentence = shortSpaces(whole).replace(afterthought, "");
  const main = mainClause(sentence);
  return (main === sentence ? null : valueAfterLink(main)) ?? valueAfterLink(sentence);
}

const displayed = /^(?:\$\$|\\\[)([\s\S]+)(?:\$\$|\\\])$/;

/** A formula on its own line, announced by the sentence before it. */
function displayedValue(sentence: string): string | null {
  const content = displayed.exec(sentence)?.[1];
  const formula = content === undefined ? null : trimEndOf(content.trim(), ".,;");
  return formula === null
    ? null
    : (valueAfterLink(formula) ?? (looksLikeValue(formula) ? formula : null));
}

export interface Conclusion {
  content: string;
  start: number;
  /** It is a bare value, not a sentence. */
  value: boolean;
}

/** The conclusion of unmarked prose: a value at the end of its last sentences, or the concluding sentence. */
export function concludes(text: string): Conclusion | null {
  let end = text.length;
  let words: Conclusion | null = null;
  for (let back = 0; back < 3 && end > 0; back++) {
    while (end > 0 && /[\s.!?*_]/.test(text[end - 1] ?? "")) end--;
    const start = sentenceStart(text, end);
    const stop = Math.min(end, sentenceEnd(text, start));
    const sentence = text.slice(start, Math.max(stop, start)).trim();
    if (sentence !== "" && sentence.length < 600) {
      const opening = connective.exec(sentence);
      const value =
        back === 0 || opening !== null ? (displayedValue(sentence) ?? valueAtEnd(sentence)) : null;
      if (value !== null) return { content: value, start, value: true };
      if (words === null && opening !== null && opening[0].length < sentence.length) {
        words = { content: sentence.slice(opening[0].length).trim(), start, value: false };
        // A number in it is the newest; an earlier sentence has no better one.
        if (/\d/.test(sentence)) return words;
      }
    }
    end = start;
  }
  return words;
}
