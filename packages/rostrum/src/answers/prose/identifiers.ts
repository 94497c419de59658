import type { Word } from "./words.ts";

/** Words that a number after them only names: "section 3.10" is not "section 3.1". */
const namers =
  /(?:^|[^\p{L}])(?:versions?|v|ver|releases?|sections?|sec|clauses?|articles?|art|chapters?|paragraphs?|para|rules?|figures?|tables?|appendix|exhibit|schedule|§+)[. ]{0,2}$/iu;

/** "Python 3.10", "TLS 1.2": a name, then a number with one dot and without a unit. */
const named = /(?:^|[^\p{L}\d])\p{Lu}[\p{L}.+#]{0,20} $/u;

/** Digits with two dots or more, as in versions and addresses, or in groups, as in telephone numbers. */
const shape = /(?<![\p{L}\p{N}.])v?(\d+(?:\.\d+)*(?:-\d+)*)(?![\p{L}\p{N}]|[.,-]\d)/giu;

const isDate = /^\d{4}-\d{1,2}-\d{1,2}$/;

const isGrouped = (raw: string): boolean =>
  !isDate.test(raw) && (/-.*-/.test(raw) || /^0\d+-|-0\d/.test(raw));

/** A word that says of what the number before it is, such as "percent" or "million". */
const measured = /^(?: ?[%°€£$]|[ -]\p{Ll})/u;

const signs = /[$€£¥₹~≈<>≤≥=+\-−] ?$/;

function isIdentifier(text: string, raw: string, at: number, asked: boolean): boolean {
  if (/\..*\./.test(raw) || isGrouped(raw)) return true;
  if (raw.includes("-")) return false;
  const before = text.slice(Math.max(0, at - 24), at);
  if (signs.test(before)) return false;
  if (namers.test(before)) return true;
  const bare = !measured.test(text.slice(at + raw.length, at + raw.length + 3));
  return bare && (asked || (raw.includes(".") && named.test(before)));
}

/** Numbers that name something rather than count it, as they are written; `asked` where the question asks for one. */
export function identifiersIn(
  text: string,
  words: readonly Word[],
  asked: boolean,
): Map<number, string> {
  const found = new Map<number, string>();
  if (!words.some(({ lexeme }) => lexeme.number || /^v\d/.test(lexeme.key))) return found;
  for (const { 0: all, 1: raw = "", index } of text.matchAll(shape)) {
    const at = index + all.length - raw.length;
    if (isIdentifier(text, raw, at, asked)) found.set(index, raw);
  }
  return found;
}

/** Whether a text is a single identifier, with at most the word that says what it is: "v2.3.1", "section 3". */
export const isJustIdentifier = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text.replace(shape, "").replace(namers, ""));

/** Questions that are answered by a name made of digits. */
export const asksForIdentifier: RegExp =
  /\b(?:which|what)\b[^.?!\n]{0,40}\b(?:version|release|section|clause|article|chapter|paragraph|port|ip|(?:ip|mac) address|phone|telephone|isbn|postcode|post code|postal code|zip|area code|error code|status code|serial|id|identifier|number (?:do|should|can|to) (?:i|we|you)? ?(?:call|dial))\b/i;
