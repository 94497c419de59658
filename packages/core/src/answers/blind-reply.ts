import type { Position } from "../protocol/position.ts";
import { findQuotations } from "./quotes/quotations.ts";

/** Judges replies by the material that their authors were given. */
export type MaterialCheck = (
  reply: string,
  mustQuote: boolean,
) => NonNullable<Position["blind"]> | null;

/** A run of this many words of the material doesn't come about by chance. */
const RUN = 5;
/** Whoever gets less than this many words need not quote them. */
const LEAST_MATERIAL = 50;
/** Shorter replies give an answer and no more. */
const LEAST_REPLY = 30;
/** Longer words on average: the language puts no spaces between them, and words can't be told apart. */
const LONGEST_WORDS = 15;
const MOST_QUOTATIONS = 200;

/**
 * Checks replies against material. A reply that has words of the material in it was written by somebody who saw it,
 * whatever else it says. `mustQuote`: also a short reply is expected to quote.
 */
export function createMaterialCheck(texts: readonly string[], question: string): MaterialCheck {
  const material = texts.flatMap(splitWords);
  const whole = ` ${material.join(" ")} `;
  const isReadable =
    material.length >= LEAST_MATERIAL && whole.length / material.length <= LONGEST_WORDS;
  const asked = new Set(listRuns(splitWords(question)));
  return (reply, mustQuote) => {
    const words = splitWords(reply);
    if (quotesMaterial(reply, words)) return null;
    if (saysItIsBlind(reply)) return "says_so";
    const isExpected = mustQuote || words.length >= LEAST_REPLY;
    return isReadable && isExpected ? "quotes_nothing" : null;
  };

  function quotesMaterial(reply: string, words: readonly string[]): boolean {
    // What stands in the question too was read there.
    const runs = new Set(listRuns(words).filter((run) => !asked.has(run)));
    if (runs.size > 0 && listRuns(material).some((run) => runs.has(run))) return true;
    return listMarked(reply).some((passage) => {
      const own = splitWords(passage);
      return own.length > 1 && whole.includes(` ${own.join(" ")} `);
    });
  }
}

/** Passages in quotation marks or backticks. */
function listMarked(reply: string): string[] {
  const quoted = findQuotations(reply).map(({ text }) => text);
  const code = [...reply.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  return [...quoted, ...code].slice(0, MOST_QUOTATIONS);
}

function listRuns(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let at = 0; at + RUN <= words.length; at++) runs.push(words.slice(at, at + RUN).join(" "));
  return runs;
}

let word: RegExp | undefined;

/** Words in lower case; Chinese and Japanese characters one by one. */
function splitWords(text: string): string[] {
  word ??= /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}_]+/gu;
  return text.toLowerCase().match(word) ?? [];
}

const THING =
  "(?:files?|documents?|attachments?|images?|pictures?|pdfs?|diffs?|material|contracts?|patch(?:es)?)";
const END =
  "(?=\\s*(?:[.,;:!?)—–-]|$|you\\b|that you\\b|to review\\b|here\\b|in (?:this|the|your|our) (?:chat|conversation|message|prompt)))";

/** A closed list of sentences by which models say that they were given nothing to read. */
const SENTENCES: readonly string[] = [
  // "I can't see the attached file."
  `\\b(?:i|we)(?: can(?:no|['’])?t| can not| could(?:n['’]t| not)| am unable to|['’]m unable to| am not able to|['’]m not able to) (?:actually |directly |currently )?(?:see|access|open|view|read|find) (?:the|any|your|that|this|an|a)(?: attached| provided| uploaded| mentioned| referenced)? ${THING}${END}`,
  // "I don't have access to the document."
  `\\b(?:i|we) (?:do not|don['’]t|did not|didn['’]t) (?:actually |currently )?(?:have (?:direct )?access to|see|have|receive) (?:the|any|your|that|this|an|a)(?: attached| provided| uploaded| mentioned| referenced)? ${THING}${END}`,
  // "No document was attached."
  `\\bno ${THING} (?:was|were|is|are|has been|have been|seems to be|appears to be) (?:attached|provided|included|shared|uploaded|visible|present)\\b`,
  // "The file was not included."
  `\\b(?:the|your|this|that)(?: attached)? ${THING} (?:was|were|is|are|has|have)(?:n['’]t| not)(?: been)? (?:attached|provided|included|shared|uploaded|visible|accessible)\\b`,
  // "Please share the diff."
  `\\bplease (?:provide|share|paste|attach|upload|send)(?: me)? (?:the|your)(?: actual| full)? ${THING}\\b`,
];

let sentences: RegExp | undefined;

function saysItIsBlind(reply: string): boolean {
  sentences ??= new RegExp(SENTENCES.join("|"), "i");
  return sentences.test(reply);
}
