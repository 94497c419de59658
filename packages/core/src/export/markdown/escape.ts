import { toOneLine, escapeInvisible } from "../../visible.ts";

/** Characters with a meaning anywhere in a line. */
const SPECIAL_CHARACTERS = /[\\`*_[\]<>&|~$]/g;
/** Starts of headings, quotations, lists, rules, definitions, and underlines of headings. */
const LINE_START = /^(?:[#>]|[-+=](?=[\s=-]|$)|:(?=\s)|\d{1,9}(?=[.)](?:\s|$)))/;

/** Escapes one line so that Markdown shows it unchanged. */
export function escapeInline(text: string): string {
  return escapeLine(toOneLine(text));
}

/**
 * Text as a quotation without any formatting: no heading, fence, list, table, link, image or HTML, and no way
 * out of the quotation.
 */
export function escapeQuotation(text: string): string {
  const lines = escapeInvisible(text).trimEnd().split("\n");
  return lines.map((line, index) => quoteLine(line, lines[index + 1])).join("\n");
}

/** Text in a fence that is longer than any in the text, so that no line of it can close the fence. */
export function fenceCode(text: string): string {
  const code = escapeInvisible(text).replace(/\n+$/, "");
  const fence = makeFence(code, 3);
  return `${fence}\n${code}\n${fence}`;
}

/** Fence that is longer than any run of backticks in the text. */
export function makeFence(text: string, minLength: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(minLength, longest + 1));
}

function quoteLine(line: string, next: string | undefined): string {
  if (line.trim() === "") return ">";
  // A backslash at the end keeps the line break. Before a blank line it would be visible.
  const lineBreak = next === undefined || next.trim() === "" ? "" : "\\";
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const width = Math.min(40, indent.replaceAll("\t", "    ").length);
  return `> ${"&nbsp;".repeat(width)}${escapeLine(line.trim())}${lineBreak}`;
}

function escapeLine(line: string): string {
  return escapeLineStart(escapeCharacters(line));
}

/** Text that many programs turn into a link, up to the next space, including backslashes. */
const ADDRESS = /:\/\/|www\./i;

/**
 * Escapes the special characters of a line. Next to an address it uses entities: an automatic link would
 * include a backslash, and the character after it would take effect.
 */
export function escapeCharacters(text: string, hasAddress: boolean = ADDRESS.test(text)): string {
  return text.replace(SPECIAL_CHARACTERS, (sign) =>
    hasAddress ? `&#${sign.charCodeAt(0)};` : `\\${sign}`,
  );
}

export function containsAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Escapes the start of a line, so that it is no heading, quotation, list or rule. */
export function escapeLineStart(line: string): string {
  return line.replace(LINE_START, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}
