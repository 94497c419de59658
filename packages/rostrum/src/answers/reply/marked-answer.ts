import type { Reading } from "../../protocol/answer.ts";
import { trimEndOf } from "../words/trim.ts";
import { lastBoxed } from "./boxed.ts";
import type { Found } from "./boxed.ts";
import { quoted } from "./quoted.ts";
import { saidFrom } from "./sentence.ts";
import { tidyAnswer } from "./tidy.ts";

export interface Marked extends Found {
  /** The reply calls it its final answer; a mere "the answer is" may speak of a step or of a peer. */
  final: boolean;
  /** What is between its quotation marks, if it has any. */
  verbatim: string | null;
}

const hashes = /^[ \t]*\$?[-+−]?[\d.,/ ]*\d\s*%?[ \t]*(?:\n|$)/;

/** GSM8K's "#### 42"; a heading of the fourth level looks alike but has words. */
function hashAnswer(text: string): Found | null {
  const at = text.lastIndexOf("####");
  if (at < 0) return null;
  const line = hashes.exec(text.slice(at + 4, at + 64));
  return line === null
    ? null
    : { content: line[0].trim(), start: at, end: at + 4 + line[0].length };
}

function taggedAnswer(text: string): Found | null {
  const close = text.lastIndexOf("</answer>");
  if (close < 0) return null;
  const open = text.lastIndexOf("<answer>", close);
  if (open < 0) return null;
  return { content: text.slice(open + 8, close), start: open, end: close + 9 };
}

const copula =
  /^s?(?![a-zA-Z])([^.!?\n:=$\\]{0,90}?)(?:\s(?:is|are|was|were|would be|should be|must be|will be|equals|becomes|remains)\b(?:\s+(?:equal to|still|simply|just|indeed|therefore|thus|then|also|clearly|now|option|choice)\b)*\s*:?|\*{0,2}\s*[:=]\*{0,2})\s*/;

/** "The answer of 64", "the answer $64$": only where a value follows at once. */
const apposition = /^s?(?:\s+of(?:\s+an?)?)?\s+(?=[$€£]?-?\d|\$|\\[([])/;

/** "The answer is correct" judges an answer and doesn't give one. */
const notAnAnswer =
  /^(?:(?:also |both |all |not )?(?:in)?correct\b|(?:also |not )?(?:wrong|right|valid|invalid|accurate|inaccurate|consistent|the same|supported|given|provided|shown|based|obtained|found|derived|as follows|in the|that the|boxed)\b|not\b(?! ?\d))/i;

const judgedWrong = /\s(?:is|was|are|were) (?:also )?(?:incorrect|wrong|not correct|invalid)\b/i;

/** An answer that the reply rejects. */
const refused =
  /\b(?:incorrect|wrong|mistaken|erroneous|invalid|different|previous|initial|original)\s+(?:final\s+)?$/i;

/** No sentence that gives an answer is longer. */
const longest = 2_000;

const reason = /\s(?:because|since)\s/;

function statedAt(text: string, at: number): Marked | null {
  const before = text.charCodeAt(at - 1) | 32;
  if (before >= 97 && before <= 122) return null;
  const head = text.slice(Math.max(0, at - 30), at);
  if (refused.test(head)) return null;
  const window = text.slice(at + 6, at + 160);
  const link = apposition.exec(window) ?? copula.exec(window);
  if (link === null) return null;
  const from = at + 6 + link[0].length;
  const said = saidFrom(text, from);
  let content = said.content.slice(0, longest);
  const why = reason.exec(content);
  if (why !== null && why.index > 0) content = content.slice(0, why.index);
  content = trimEndOf(tidyAnswer(content), ",;:");
  if (content === "" || notAnAnswer.test(content) || judgedWrong.test(content)) return null;
  const verbatim = said.end - from > longest ? null : quoted(text.slice(from, said.end));
  return { content, start: at, end: said.end, final: /final\s+$/i.test(head), verbatim };
}

const lastMention = (text: string, before: number): number => {
  if (before < 0) return -1;
  return Math.max(
    text.lastIndexOf("answer", before),
    text.lastIndexOf("Answer", before),
    text.lastIndexOf("ANSWER", before),
  );
};

/** The last "the (final) answer … is …". */
function statedAnswer(text: string): Marked | null {
  let at = lastMention(text, text.length);
  let weak: Marked | null = null;
  for (let tries = 0; at >= 0 && tries < 12; tries++) {
    const found = statedAt(text, at);
    if (found !== null) {
      if (found.final) return found;
      weak ??= found;
    }
    at = lastMention(text, at - 1);
  }
  return weak;
}

const mark = /answer|\\boxed|####/i;

/** The answer that a reply marks as such anywhere in its prose; the last mark counts. */
export function markedAnswer(text: string): Marked | null {
  const stated = statedAnswer(text);
  let best = stated?.final === true ? stated : null;
  const explicit = [
    text.includes("\\boxed") || text.includes("\\fbox") ? lastBoxed(text) : null,
    hashAnswer(text),
    taggedAnswer(text),
  ];
  for (const found of explicit) {
    if (
      found === null ||
      (best !== null && found.start < best.start && !best.content.includes("\\boxed"))
    )
      continue;
    const content = tidyAnswer(found.content);
    const verbatim = quoted(found.content);
    if (content !== "") best = { ...found, content, final: true, verbatim };
  }
  return best ?? stated;
}

/** A marked answer as a reading has it. */
export const wordsOfMark = ({ content, verbatim }: Marked): Pick<Reading, "answer" | "verbatim"> =>
  verbatim === null ? { answer: content } : { answer: content, verbatim };

/**
 * The answer in a text that is in the place of an answer: "The final answer is 42" means 42. A longer
 * text that only mentions an answer is left unchanged.
 */
export function innerAnswer(words: string): Pick<Reading, "answer" | "verbatim"> {
  if (words.length < 8 || !mark.test(words)) return { answer: words };
  const marked = markedAnswer(words);
  if (marked === null) return { answer: words };
  const whole = marked.start < 24 && marked.end >= words.length - 2;
  return marked.final || whole ? wordsOfMark(marked) : { answer: words };
}
