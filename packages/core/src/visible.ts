/**
 * Characters that a terminal or a page would obey instead of showing: C0 and C1 controls, and the marks
 * that reorder text or set its direction. New lines and tabs are text; so are joiners, which emoji and many scripts need.
 */
const OBEYED =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** Most texts have only such characters. */
// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const plain = /^[\n\t\x20-\x7e]*$/;

/** Text in which such characters are visible escapes, such as `\x1b` or `\u202e`. */
export function escapeInvisible(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(OBEYED, (character) => escaped(character.charCodeAt(0)));
}

/** The same on one line, for names, headings and table cells. */
export function toOneLine(text: string): string {
  return escapeInvisible(text).replace(/\s+/gu, " ").trim();
}

/** At most `length` characters of one line. */
export function clipLine(text: string, length: number): string {
  const line = toOneLine(text);
  if (line.length <= length) return line;
  const characters = [...line];
  return characters.length <= length ? line : `${characters.slice(0, length - 1).join("")}…`;
}

/** Plain JSON in which such characters are escapes: it parses to the same value and is safe to print. */
export function stringifyVisible(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(OBEYED, (character) =>
    character === "\n" ? character : unicode(character.charCodeAt(0)),
  );
}

function escaped(code: number): string {
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : unicode(code);
}

function unicode(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Commands to a terminal: colours, movements, links. Programs print them around their words. */
const TERMINAL_COMMAND =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\))/g;

/**
 * Text without the characters that nobody sees: commands to a terminal, controls, marks of direction, signs of no width. Two
 * answers that look the same are the same then. Joiners and variation selectors stay where scripts and
 * emoji need them, and so do the tags of a flag. Every end of a line is a new line.
 */
export function removeUnseen(text: string): string {
  return plain.test(text)
    ? text
    : text
        .replace(TERMINAL_COMMAND, "")
        .replace(/\r\n?|[\u2028\u2029]/g, "\n")
        .replace(
          /(\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}|(?<=[[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--\p{Default_Ignorable_Code_Point}]\ufe0f?)[\u200c\u200d](?=[[\p{Lo}\p{M}\p{Extended_Pictographic}]--\p{Default_Ignorable_Code_Point}])|(?<=[[\p{Lo}\p{S}\p{Extended_Pictographic}#*]--\p{Default_Ignorable_Code_Point}]|\d(?=.\u20e3))\p{Variation_Selector})|(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gv,
          "$1",
        );
}
