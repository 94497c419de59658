/*
 * Loops and bounded patterns: one that ends in `+$`, or that begins with `\s+`, is tried at every place of
 * a long run and takes quadratic time on it.
 */

const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || (code > 127 && otherSpace(code));

const otherSpace = (code: number): boolean => String.fromCharCode(code).trim() === "";

/** Without the spaces, and those of `characters`, that it ends with. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (
    end > 0 &&
    (isSpace(text.charCodeAt(end - 1)) || characters.includes(text.charAt(end - 1)))
  )
    end--;
  return text.slice(0, end);
}

/** Without the spaces, and those of `characters`, at both ends. */
export function trimBoth(text: string, characters: string): string {
  const ended = trimEnd(text, characters);
  let start = 0;
  while (
    start < ended.length &&
    (isSpace(ended.charCodeAt(start)) || characters.includes(ended.charAt(start)))
  )
    start++;
  return ended.slice(start);
}
