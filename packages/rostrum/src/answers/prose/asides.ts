import type { Word } from "./words.ts";

/**
 * What only tells more: brackets, clauses about a name, and alternatives that the sentence turns down
 * ("rather than Oslo").
 */
const asides =
  /\([^()]*\)|\[[^[\]]*\]|,\s(?:who|which|where|whose|whom|though|although|while|whereas|as well as|along with|such as|including|also known as|starring|directed by|written by)\b[^,;([]*|\s(?:rather than|instead of|as opposed to|unlike)\b[^,;.([]*|,\s(?:and )?not\b[^,;.([]*/gi;

/** Alternatives that a sentence turns down. */
const turnedDown =
  /\s(?:rather than|instead of|as opposed to|unlike)\b([^,;.([]*)|,\s(?:and |but )?not\b([^,;.([]*)/gi;

/** The words of those alternatives. */
export function rejectedIn(text: string, words: readonly Word[]): Word[] {
  const found: Word[] = [];
  for (const { index, 0: all } of text.matchAll(turnedDown))
    for (const word of words)
      if (word.start >= index && word.end <= index + all.length && !word.lexeme.stop)
        found.push(word);
  return found;
}

/** The words of a sentence without its asides; all of them where it has nothing else. */
export function withoutAsides(text: string, words: Word[]): Word[] {
  const main: Word[] = [];
  let at = 0;
  asides.lastIndex = 0;
  for (let hit = asides.exec(text); hit !== null; hit = asides.exec(text)) {
    const from = hit.index;
    const to = from + hit[0].length;
    for (let word = words[at]; word !== undefined && word.start < from; word = words[++at])
      main.push(word);
    while (at < words.length && (words[at]?.start ?? to) < to) at++;
  }
  if (at === 0) return words;
  while (at < words.length) {
    const word = words[at++];
    if (word !== undefined) main.push(word);
  }
  return main.some(({ lexeme }) => !lexeme.stop) ? main : words;
}
