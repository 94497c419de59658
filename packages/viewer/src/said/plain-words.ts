import { blocksOf, type Block } from "./blocks.ts";
import { spansOf, type Span } from "./spans.ts";

/** A text without its Markdown, for a preview. */
export function plainWords(text: string): string {
  return inALine(blocksOf(text));
}

/** A heading is followed by a colon, because its line is not seen any longer. */
function inALine(blocks: readonly Block[]): string {
  return blocks
    .map((block, at) => {
      const own = ofBlock(block);
      const isOpen =
        block.type === "heading" && at < blocks.length - 1 && /[\p{L}\p{N})]$/u.test(own);
      return isOpen ? `${own}:` : own;
    })
    .join(" ");
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
      return inALine(block.blocks);
    case "list":
      return block.items.map((item) => `• ${inALine(item)}`).join(" ");
    case "table":
      return block.rows.map((row) => row.join(" | ")).join("; ");
    case "rule":
      return "—";
  }
}

function ofSpans(spans: readonly Span[]): string {
  return spans.map((span) => ("spans" in span ? ofSpans(span.spans) : span.text)).join("");
}
