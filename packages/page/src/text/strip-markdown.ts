import { clipLine } from "@rostrum/core/support";
import { type Block, joinText, parseBlocks, parseSpans } from "@rostrum/core/markdown";

/** A text without its Markdown, for a preview. */
export function stripMarkdown(text: string): string {
  return joinBlocks(parseBlocks(text));
}

/** A heading is followed by a colon, because its line is not seen any longer. */
function joinBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block, at) => {
      const own = stripBlock(block);
      const isOpen =
        block.type === "heading" && at < blocks.length - 1 && /[\p{L}\p{N})]$/u.test(own);
      return isOpen ? `${own}:` : own;
    })
    .join(" ");
}

/**
 * An answer as a label. Marks are removed only from sentences, because `__init__` is an answer too.
 */
export function formatLabel(answer: string): string {
  if (answer.trim().split(/\s+/).length < 4) return answer;
  return answer.includes("\n") ? stripMarkdown(answer) : joinText(parseSpans(answer));
}

function stripBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return joinText(block.spans);
    case "formula":
      return block.text;
    case "code":
      return `${block.language} ${block.text}`.trim();
    case "quote":
      return joinBlocks(block.blocks);
    case "list":
      return block.items.map((item) => `• ${joinBlocks(item)}`).join(" ");
    case "table":
      // A preview has no room for columns, and pipes can't be read.
      return `Table: ${block.head.map(joinText).join(", ")}`;
    case "rule":
      return "—";
  }
}

/** How many characters of a long text are read, because a title needs no more. */
const MOST = 2000;

/** A first line that is shorter says too little, such as "Hello,". */
const LEAST = 12;

/** A question as a title: on one line, without Markdown. What follows its first paragraph is left out. */
export function formatTitle(question: string, longest: number): string {
  const whole = question.trim().slice(0, MOST);
  const [first = ""] = whole.split(/\n\s*\n/, 1);
  const isTitle = first.length < whole.length && first.trim().length >= LEAST;
  return clipLine(isTitle ? `${stripMarkdown(first)} …` : stripMarkdown(whole), longest);
}
