import { escapeInvisible } from "../../visible.ts";
import { containsAddress, escapeCharacters, escapeLineStart, makeFence } from "./escape.ts";
import { isHonestLink } from "./honest-link.ts";
import { joinText, parseBlocks, type Block, type Span } from "./parse-markdown.ts";
import { writeCode } from "./restore-fence.ts";

/**
 * Rewrites a model's Markdown so that it is safe to show: lists, tables, code and emphasis are generated from
 * the parsed text, and everything else is escaped. Headings become bold lines, so that they can't pass for
 * the document's.
 */
export function writeRichText(text: string): string {
  const hasAddress = containsAddress(text);
  const escape: Escape = (words) => escapeCharacters(words, hasAddress);
  return writeBlocks(parseBlocks(escapeInvisible(text).trim()), escape).join("\n");
}

/** Escapes special characters. An address anywhere in the answer determines how. */
type Escape = (text: string) => string;

/** Lines, with a blank line between blocks. */
function writeBlocks(blocks: readonly Block[], escape: Escape): string[] {
  return blocks.flatMap((block, index) => [
    ...(index === 0 ? [] : [""]),
    ...writeBlock(block, escape),
  ]);
}

function writeBlock(block: Block, escape: Escape): string[] {
  switch (block.type) {
    case "paragraph":
      return writeParagraph(block.spans, escape);
    case "heading":
      return [`**${escape(joinText(block.spans).replaceAll("\n", " "))}**`];
    case "code":
      return writeCode(block.text, block.language).split("\n");
    case "formula":
      return writeCode(block.text, "").split("\n");
    case "quote":
      return writeBlocks(block.blocks, escape).map((line) => `> ${line}`.trimEnd());
    case "list":
      return block.items.flatMap((item, index) => {
        const mark = block.ordered ? `${block.start + index}. ` : "- ";
        const indent = " ".repeat(mark.length);
        const lines = writeItem(item, escape);
        return lines.map((line, at) => (at === 0 ? mark + line : line && indent + line));
      });
    case "table": {
      const row = (cells: readonly Span[][]): string =>
        `| ${cells.map((spans) => writeCell(spans, escape)).join(" | ")} |`;
      return [row(block.head), `|${" --- |".repeat(block.head.length)}`, ...block.rows.map(row)];
    }
    case "rule":
      return ["* * *"];
  }
}

/** A list inside an item follows its text without a blank line. */
function writeItem(item: readonly Block[], escape: Escape): string[] {
  const [first, second, ...rest] = item;
  if (first?.type !== "paragraph" || second?.type !== "list") {
    const lines = writeBlocks(item, escape);
    return lines.length === 0 ? [""] : lines;
  }
  return [
    ...writeBlock(first, escape),
    ...writeBlock(second, escape),
    ...(rest.length === 0 ? [] : ["", ...writeBlocks(rest, escape)]),
  ];
}

/** A backslash at the end keeps a line break. */
function writeParagraph(spans: readonly Span[], escape: Escape): string[] {
  const lines = writeSpans(spans, escape)
    .split("\n")
    .map((line) => escapeLineStart(line.trim()));
  return lines.map((line, index) => (index < lines.length - 1 && line !== "" ? `${line}\\` : line));
}

function writeCell(spans: readonly Span[], escape: Escape): string {
  return writeSpans(spans, escape)
    .replaceAll("\n", " ")
    .replaceAll(/(?<!\\)\|/g, "\\|");
}

/** `before` is the text written so far, whose last word may change the meaning of a following mark. */
function writeSpans(spans: readonly Span[], escape: Escape, before = ""): string {
  return spans.reduce((written, span) => {
    // An exclamation mark right before a link would make it an image.
    const preceding = span.type === "link" ? written.replace(/!$/, "&#33;") : written;
    return preceding + writeSpan(span, escape, before + preceding);
  }, "");
}

/** Ends in an address, which would absorb everything up to the next space, such as a backtick. */
const ENDS_IN_ADDRESS = /(?::\/\/|www\.)\S*$/i;

const MARKS = { strong: "**", em: "*", del: "~~" } as const;

function writeSpan(span: Span, escape: Escape, before: string): string {
  switch (span.type) {
    case "text":
      return escape(span.text);
    case "code":
    case "formula":
      return ENDS_IN_ADDRESS.test(before) ? escape(span.text) : writeCodeSpan(span.text);
    case "link":
      return isHonestLink(span)
        ? `[${escape(span.text.replaceAll("\n", " "))}](${writeAddress(span.href)})`
        : escape(`${span.text} (${span.href})`);
    case "strong":
    case "em":
    case "del": {
      const mark = MARKS[span.type];
      const inner = writeSpans(span.spans, escape, before + mark);
      return inner.trim() === "" ? inner : `${mark}${inner}${mark}`;
    }
  }
}

function writeAddress(href: string): string {
  return href.replaceAll(/[()\\<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function writeCodeSpan(text: string): string {
  const line = text.replaceAll("\n", " ");
  const fence = makeFence(line, 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
