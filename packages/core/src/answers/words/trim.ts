/*
 * Loops: a pattern that ends in `+$`, or that begins with `\s+`, is tried at every place of a long run and takes
 * quadratic time on it.
 */

/** Without the spaces, and those of `characters`, that it ends with. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && isOneOf(characters, text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Without the spaces, and those of `characters`, at both ends. */
export function trimBoth(text: string, characters: string): string {
  const ended = trimEnd(text, characters);
  let start = 0;
  while (start < ended.length && isOneOf(characters, ended.charAt(start))) start++;
  return ended.slice(start);
}

const isOneOf = (characters: string, character: string): boolean =>
  character.trim() === "" || characters.includes(character);
