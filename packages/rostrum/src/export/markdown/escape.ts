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
  const inline = line.replace(INLINE, "\\$&");
  return inline.replace(LINE_START, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}
