/**
 * Characters that a page would obey instead of showing: controls, and the marks that reorder text.
 * New lines and tabs are text; so are joiners, which emoji and many scripts need.
 */
const OBEYED =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** Text with everything that would be obeyed in a form that can be seen, such as `\x1b`. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(OBEYED, (character) => {
      const code = character.charCodeAt(0).toString(16);
      return code.length < 3 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
    });
}

/** The same on one line, and at most so many characters of it. */
export function clipped(text: string, length: number): string {
  const characters = [...visible(text).replace(/\s+/gu, " ").trim()];
  return characters.length <= length
    ? characters.join("")
    : `${characters.slice(0, length - 1).join("")}…`;
}
