import type { Position } from "../protocol/position.ts";
import { findQuotations } from "./quotes/quotations.ts";

/** Checks whether a reply was written with the material at hand. */
export type MaterialCheck = (
  reply: string,
  mustQuote: boolean,
) => NonNullable<Position["blind"]> | null;

/** A shared run of this many words is no coincidence. */
const RUN_WORDS = 5;
/** Minimum number of words of material before a quote is expected. */
const MIN_MATERIAL_WORDS = 50;
/** Minimum number of words of a reply before a quote is expected: shorter ones are bare answers. */
const MIN_REPLY_WORDS = 30;
/** Above this mean word length, the language has no spaces, and words can't be told apart. */
const MAX_MEAN_WORD_CHARS = 15;
const MAX_QUOTATIONS = 200;
/** Maximum number of words of a passage that is looked up. Longer passages contain runs. */
const MAX_PASSAGE_WORDS = 20;

/**
 * Checks replies against material. A reply that quotes the material is never blind, whatever else it says.
 * `mustQuote`: short replies are expected to quote too.
 */
export function createMaterialCheck(texts: readonly string[], question: string): MaterialCheck {
  const material = texts.flatMap(splitWords);
  const joinedMaterial = ` ${material.join(" ")} `;
  const isReadable =
    material.length >= MIN_MATERIAL_WORDS &&
    joinedMaterial.length / material.length <= MAX_MEAN_WORD_CHARS;
  const vocabulary = new Set(material);
  /** Runs of the material. Computed when a reply has enough known words in a row. */
  let runs: Set<string> | null = null;
  return (reply, mustQuote) => {
    const replyWords = splitWords(reply);
    if (quotesMaterial(reply, replyWords)) return null;
    if (saysItIsBlind(reply)) return "says_so";
    const isExpected = mustQuote || replyWords.length >= MIN_REPLY_WORDS;
    return isReadable && isExpected ? "quotes_nothing" : null;
  };

  function quotesMaterial(reply: string, words: readonly string[]): boolean {
    return (
      hasRun(words) ||
      listMarked(reply).some((passage) => {
        const passageWords = splitWords(passage);
        return (
          passageWords.length > 1 &&
          passageWords.length <= MAX_PASSAGE_WORDS &&
          joinedMaterial.includes(` ${passageWords.join(" ")} `)
        );
      })
    );
  }

  function hasRun(words: readonly string[]): boolean {
    let knownCount = 0;
    return words.some((word, at) => {
      knownCount = vocabulary.has(word) ? knownCount + 1 : 0;
      if (knownCount < RUN_WORDS) return false;
      runs ??= collectRuns();
      return runs.has(words.slice(at + 1 - RUN_WORDS, at + 1).join(" "));
    });
  }

  function collectRuns(): Set<string> {
    const all = new Set(listRuns(material));
    // Runs that are also in the question prove nothing.
    for (const run of listRuns(splitWords(question))) all.delete(run);
    return all;
  }
}

/** Passages in quotation marks or backticks. */
function listMarked(reply: string): string[] {
  const quoted = findQuotations(reply, MAX_QUOTATIONS).map(({ text }) => text);
  const code = [...reply.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  return [...quoted, ...code].slice(0, MAX_QUOTATIONS);
}

function listRuns(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let at = 0; at + RUN_WORDS <= words.length; at++)
    runs.push(words.slice(at, at + RUN_WORDS).join(" "));
  return runs;
}

let wordPattern: RegExp | undefined;

/** Words in lower case. Chinese and Japanese characters count as words. */
function splitWords(text: string): string[] {
  wordPattern ??= /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}_]+/gu;
  return text.toLowerCase().match(wordPattern) ?? [];
}

const THING =
  "(?:files?|documents?|attachments?|images?|pictures?|pdfs?|diffs?|material|contracts?|patch(?:es)?)";
const SENTENCE_END =
  "(?=\\s*(?:[.,;:!?)—–-]|$|you\\b|that you\\b|to review\\b|here\\b|in (?:this|the|your|our) (?:chat|conversation|message|prompt)))";

/** Closed list of sentences by which models say that they see no material. */
const SENTENCES: readonly string[] = [
  // "I can't see the attached file."
  `\\b(?:i|we)(?: can(?:no|['’])?t| can not| could(?:n['’]t| not)| am unable to|['’]m unable to| am not able to|['’]m not able to) (?:actually |directly |currently )?(?:see|access|open|view|read|find) (?:the|any|your|that|this|an|a)(?: attached| provided| uploaded| mentioned| referenced)? ${THING}${SENTENCE_END}`,
  // "I don't have access to the document."
  `\\b(?:i|we) (?:do not|don['’]t|did not|didn['’]t) (?:actually |currently )?(?:have (?:direct )?access to|see|have|receive) (?:the|any|your|that|this|an|a)(?: attached| provided| uploaded| mentioned| referenced)? ${THING}${SENTENCE_END}`,
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
