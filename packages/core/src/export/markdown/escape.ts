import { toOneLine, escapeInvisible } from "../../visible.ts";

/** Characters with a meaning anywhere in a line. */
const INLINE = /[\\`*_[\]<>&|~$]/g;
/** What makes a line a heading, a quotation, a list, a rule, a definition, or a heading of the line before. */
const LINE_START = /^(?:[#>]|[-+=](?=[\s=-]|$)|:(?=\s)|\d{1,9}(?=[.)](?:\s|$)))/;

/** One line of text that Markdown shows unchanged. */
export function escapeInline(text: string): string {
  return escapeLine(toOneLine(text));
}

/**
 * Text as a quotation in which nothing has a meaning: no heading, fence, list, table, link, image or
 * HTML, and no way out of the quotation.
 */
export function escapeQuotation(text: string): string {
  const lines = escapeInvisible(text).trimEnd().split("\n");
  return lines.map((line, index) => quoteLine(line, lines[index + 1])).join("\n");
}

function quoteLine(line: string, next: string | undefined): string {
  if (line.trim() === "") return ">";
  // A backslash at the end keeps the line break; before a blank line it would be shown.
  const broken = next === undefined || next.trim() === "" ? "" : "\\";
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const width = Math.min(40, indent.replaceAll("\t", "    ").length);
  return `> ${"&nbsp;".repeat(width)}${escapeLine(line.trim())}${broken}`;
}

function escapeLine(line: string): string {
  return escapeLineStart(escapeCharacters(line));
}

/** What many programs turn into a link by itself, up to the next space, backslashes included. */
const ADDRESS = /:\/\/|www\./i;

/**
 * Text whose characters mean nothing within a line. Next to an address they are entities: a link that a program makes
 * of it would take a backslash in, and the character after it would count.
 */
export function escapeCharacters(text: string, hasAddress: boolean = ADDRESS.test(text)): string {
  return text.replace(INLINE, (sign) => (hasAddress ? `&#${sign.charCodeAt(0)};` : `\\${sign}`));
}

/** Whether a text has an address in it. */
export function containsAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** A line that is neither a heading nor a quotation, a list or a rule. */
export function escapeLineStart(line: string): string {
  return line.replace(LINE_START, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}
