import type { Citation } from "../../protocol/citation.ts";
import { toRecord, type Exportable } from "../as-record.ts";
import { listBlocks, titleDocument } from "../blocks.ts";
import type { DocBlock, ListItem } from "../doc-block.ts";
import { describeProseQuote, describeSource } from "../quotes.ts";
import { escapeInline, escapeQuotation, fenceCode } from "./escape.ts";
import { writeRichText } from "./write-rich-text.ts";

/**
 * A debate as a Markdown document. Model output is quoted, so that it can't be mistaken for the document's
 * own text.
 */
export function toMarkdown(source: Exportable): string {
  const record = toRecord(source);
  const title = `# ${escapeInline(titleDocument(record))}`;
  const parts = [title, ...listBlocks(record).flatMap(formatBlock)];
  return `${parts.join("\n\n")}\n`;
}

/** Paragraphs, which the caller separates by blank lines. */
function formatBlock(block: DocBlock): string[] {
  switch (block.type) {
    case "heading":
      return [`${"#".repeat(block.level)} ${escapeInline(block.text)}`];
    case "text":
      return [
        ...(block.label === undefined ? [] : [`${escapeInline(block.label)}:`]),
        block.rich ? quoteRichText(block.text) : escapeQuotation(block.text),
        ...formatQuotes(block.quotes ?? [], block.claimed === true),
      ];
    case "code":
      return [`${escapeInline(block.label)}:`, fenceCode(block.text)];
    case "line":
      return [escapeInline(block.text)];
    case "notice":
      return [
        joinLines([`**${escapeInline(block.title)}**`, ...block.details.map(formatListLine)]),
      ];
    case "facts":
      return [joinLines(block.rows.map(([name, words]) => `- ${name}: ${escapeInline(words)}`))];
    case "list": {
      const title = block.title === undefined ? [] : [`${block.title}:`];
      return [...title, joinLines(block.items.flatMap(formatItem))];
    }
    case "table":
      return [
        joinLines([
          formatRow(block.names),
          formatRow(block.names.map(() => "---")),
          ...block.rows.map((row) => formatRow(row.map((cell) => escapeInline(String(cell))))),
        ]),
      ];
    case "reply": {
      const notes = block.notes.length === 0 ? "" : ` (${block.notes.join(", ")})`;
      const head = `### ${escapeInline(block.debater + notes)}`;
      const { shownAnswer, reasoning, body } = block;
      const answer = shownAnswer === null ? [] : ["Answer:", ...formatBlock(shownAnswer)];
      if (reasoning === null) return [head, ...answer, ...body.flatMap(formatBlock)];
      const [, ...more] = body;
      const reasons = reasoning.text === "" ? [] : formatBlock(reasoning);
      return [head, ...reasons, ...answer, ...more.flatMap(formatBlock)];
    }
  }
}

/** A model's Markdown inside a quotation, which none of its lines can leave. */
function quoteRichText(text: string): string {
  const lines = writeRichText(text).split("\n");
  return joinLines(lines.map((line) => `> ${line}`.trimEnd()));
}

const joinLines = (lines: readonly string[]): string => lines.join("\n");
const formatListLine = (text: string): string => `- ${escapeInline(text)}`;
const formatRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function formatItem({ lead, aside = "", text, more = [], quotes = [] }: ListItem): string[] {
  const asidePart = aside === "" ? "" : ` (${escapeInline(aside)})`;
  const firstLine =
    lead === undefined
      ? `${escapeInline(text)}${asidePart}`
      : `**${escapeInline(lead)}**${asidePart}:${text === "" ? "" : ` ${escapeInline(text)}`}`;
  return [
    `- ${firstLine}`,
    ...more.map((line) => `  ${formatListLine(line)}`),
    ...quotes.map((quote) => `  - ${formatQuote(quote)}`),
  ];
}

/** List of the quotes below a text. In prose, nothing is struck through. */
function formatQuotes(quotes: readonly Citation[], claimed: boolean): string[] {
  if (quotes.length === 0) return [];
  const lines = quotes.map((quote) =>
    claimed
      ? `- ${formatQuote(quote)}`
      : `- “${escapeInline(quote.text)}” (${escapeInline(describeProseQuote(quote))})`,
  );
  return ["Quotes in it:", joinLines(lines)];
}

function formatQuote(citation: Citation): string {
  const quotedText = `“${escapeInline(citation.text)}”`;
  const origin = escapeInline(describeSource(citation));
  return citation.verified
    ? `${quotedText} (${origin})`
    : `~~${quotedText}~~ (not found in: ${origin})`;
}
