/*
 * Loops instead of patterns: a pattern that ends in `+$`, or begins with `\s+`, takes quadratic time on a long run.
 */

/** Removes trailing spaces and `characters`. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && isOneOf(characters, text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Removes spaces and `characters` at both ends. */
export function trimBoth(text: string, characters: string): string {
  const trimmedEnd = trimEnd(text, characters);
  let start = 0;
  while (start < trimmedEnd.length && isOneOf(characters, trimmedEnd.charAt(start))) start++;
  return trimmedEnd.slice(start);
}

const isOneOf = (characters: string, character: string): boolean =>
  character.trim() === "" || characters.includes(character);
