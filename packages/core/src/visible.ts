import { shorten } from "./format.ts";

/**
 * Characters that a terminal or a page would interpret instead of showing: C0 and C1 controls, and marks that
 * set or change the text direction. Excludes new lines, tabs, and joiners, which emoji and many scripts need.
 */
const CONTROL_CHARACTER =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** Fast path: most texts have only these characters. */
// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const PLAIN_ASCII = /^[\n\t\x20-\x7e]*$/;

/** Replaces control characters with visible escapes, such as `\x1b` or `\u202e`. */
export function escapeInvisible(text: string): string {
  if (PLAIN_ASCII.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replace(CONTROL_CHARACTER, (character) => formatEscape(character.charCodeAt(0)));
}

/** Escapes as above and joins lines, for names, headings and table cells. */
export function toOneLine(text: string): string {
  return escapeInvisible(text).replace(/\s+/gu, " ").trim();
}

/** Escapes, joins lines and shortens to `length` characters. */
export function clipLine(text: string, length: number): string {
  // Replies may be long; only blanks that are joined could bring later text into the line.
  return shorten(toOneLine(shorten(text, 8 * length)), length);
}

/** JSON with escaped control characters: it parses to the same value and is safe to print. */
export function stringifyVisible(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text.replace(CONTROL_CHARACTER, (character) =>
    character === "\n" ? character : formatUnicodeEscape(character.charCodeAt(0)),
  );
}

function formatEscape(code: number): string {
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : formatUnicodeEscape(code);
}

function formatUnicodeEscape(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Terminal escape sequences: colors, movements, links. */
const TERMINAL_COMMAND =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /\u001b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,2048}(?:\u0007|\u001b\\))/g;

/** The flags of England, Scotland and Wales, which are written with invisible tags. */
const FLAG_TAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/v.source;
/** A joiner between two characters that may be joined. */
const NEEDED_JOINER =
  /(?<=[[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--\p{Default_Ignorable_Code_Point}]\ufe0f?)[\u200c\u200d](?=[[\p{Lo}\p{M}\p{Extended_Pictographic}]--\p{Default_Ignorable_Code_Point}])/v
    .source;
/** A selector after a character that has variants, or after the digit of a keycap. */
const NEEDED_SELECTOR =
  /(?<=[[\p{Lo}\p{S}\p{Extended_Pictographic}#*]--\p{Default_Ignorable_Code_Point}]|\d(?=.\u20e3))\p{Variation_Selector}/v
    .source;
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /(?![\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/v.source;
/** Characters that are needed are captured, so that they are kept. */
const INVISIBLE = new RegExp(`(${FLAG_TAGS}|${NEEDED_JOINER}|${NEEDED_SELECTOR})|${UNSEEN}`, "gv");

/**
 * Removes invisible characters: terminal escape sequences, controls, direction marks, zero-width characters.
 * Answers that look the same then are the same. Keeps joiners and variation selectors where scripts and emoji
 * need them, and flag tags. Normalizes line ends.
 */
export function removeInvisible(text: string): string {
  return PLAIN_ASCII.test(text)
    ? text
    : text
        .replace(TERMINAL_COMMAND, "")
        .replace(/\r\n?|[\u2028\u2029]/g, "\n")
        .replace(INVISIBLE, "$1");
}
