/** A sentence ends here if white space and the beginning of another one follow. */
const SENTENCE_END = /[.!?][)”"’*_]*(?=\s+[\p{Lu}\p{N}"“‘*_`([])/gu;

/**
 * End of the last sentence that fits into a number of characters, or the whole length of a text that fits. 0 if
 * there is none. Stops in code don't end a sentence.
 */
export function findSentenceEnd(text: string, maxChars: number): number {
  return text.length <= maxChars ? text.length : (listSentenceEnds(text, maxChars).at(-1) ?? 0);
}

/** End of the first sentence of at least so many characters, if another one follows. 0 if there is none. */
export function findFirstSentence(text: string, minChars: number, maxChars: number): number {
  return listSentenceEnds(text, maxChars).find((end) => end >= minChars) ?? 0;
}

function listSentenceEnds(text: string, maxChars: number): number[] {
  const start = text.slice(0, maxChars + 2);
  return [...start.matchAll(SENTENCE_END)]
    .map(({ 0: stop, index }) => index + stop.length)
    .filter((end) => end <= maxChars && !isInCode(text, end));
}

function isInCode(text: string, offset: number): boolean {
  return text.slice(0, offset).split("`").length % 2 === 0;
}
