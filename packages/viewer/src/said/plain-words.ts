import { blocksOf, type Block } from "./blocks.ts";
import { spansOf, type Span } from "./spans.ts";

/** A text without its Markdown, for a preview. */
export function plainWords(text: string): string {
  return blocksOf(text).map(ofBlock).join(" ");
}

/**
 * An answer as a label. Marks are removed only from sentences, because `__init__` is an answer too.
 */
export function labelWords(answer: string): string {
  return answer.trim().split(/\s+/).length < 4 ? answer : ofSpans(spansOf(answer));
}

function ofBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return ofSpans(spansOf(block.text));
    case "code":
      return `${block.language} ${block.text}`.trim();
    case "quote":
      return block.blocks.map(ofBlock).join(" ");
    case "list":
      return block.items.map((item) => `• ${item.map(ofBlock).join(" ")}`).join(" ");
    case "table":
      return block.rows.map((row) => row.join(" | ")).join("; ");
    case "rule":
      return "—";
  }
}

function ofSpans(spans: readonly Span[]): string {
  return spans.map((span) => ("spans" in span ? ofSpans(span.spans) : span.text)).join("");
}
