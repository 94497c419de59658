import { classifyTask } from "@rostrum/core/export";
import { clipLine } from "@rostrum/core/support";
import { type Block, joinText, parseBlocks, parseSpans } from "@rostrum/core/markdown";

/** Removes Markdown from a text, for a preview. */
export function stripMarkdown(text: string): string {
  return joinBlocks(parseBlocks(text));
}

/** Joins blocks on one line, with a colon after headings. */
function joinBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block, index) => {
      const blockText = stripBlock(block);
      const isOpen =
        block.type === "heading" && index < blocks.length - 1 && /[\p{L}\p{N})]$/u.test(blockText);
      return isOpen ? `${blockText}:` : blockText;
    })
    .join(" ");
}

/** Formats an answer as a label. Removes marks only from sentences, because `__init__` is an answer too. */
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
      // A preview has no room for columns.
      return `Table: ${block.head.map(joinText).join(", ")}`;
    case "rule":
      return "—";
  }
}

/** Characters of a long text that are parsed. A title needs no more. */
const MAX_PARSED_CHARS = 2000;

/** A shorter first line, such as "Hello,", says too little. */
const MIN_TITLE_CHARS = 12;

/** Formats the first paragraph of a question as a title: on one line, without Markdown. */
export function formatTitle(question: string, maxChars: number): string {
  const task = classifyTask(question);
  if (task !== null) {
    // The first paragraph is the task that every review has; remarks follow it.
    const [, ...remarks] = question.split(/\n\s*\n/);
    const name = task === "plan" ? "Plan review" : "Code review";
    return remarks.length === 0 ? name : `${name}: ${formatTitle(remarks.join("\n\n"), maxChars)}`;
  }
  const start = question.trim().slice(0, MAX_PARSED_CHARS);
  const [first = ""] = start.split(/\n\s*\n/, 1);
  const isTitle = first.length < start.length && first.trim().length >= MIN_TITLE_CHARS;
  return clipLine(isTitle ? `${stripMarkdown(first)} …` : stripMarkdown(start), maxChars);
}
