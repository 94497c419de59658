import type { ComponentChildren, VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { CodeBlock } from "./code/code-block.tsx";
import type { DebaterNames } from "./debater-names.ts";
import { Formula, FormulaBlock } from "./formula/formula.tsx";
import {
  isHonestLink,
  parseBlocks,
  parseSpans,
  type Block,
  type Span,
} from "@rostrum/core/markdown";
import { createTextMarker, type QuoteStyle } from "./quotes.tsx";
import "../style/markdown.css";
import "../style/tables.css";

/**
 * Renders the Markdown of a model or a person. Builds nodes, never markup, so a text can only become the few elements
 * below. Its frame sets it apart from the page's own words.
 */
export function Markdown({ text, class: name = "", quotes, names }: MarkdownProps): VNode {
  const mark = createTextMarker(quotes, names);
  return (
    <div class={`said ${name}`}>
      {parseBlocks(escapeInvisible(text)).map((block) => renderBlock(block, mark))}
    </div>
  );
}

interface MarkdownProps {
  text: string;
  class?: string;
  /** Style of quotes. Absent if quotes look like other text. */
  quotes?: QuoteStyle;
  /** Names for labels such as "Debater A" in the text. */
  names?: DebaterNames;
}

/** A single line, such as a claim, as a paragraph. Only inline marks count. */
export function MarkdownLine({
  text,
  class: name = "",
  names,
}: Omit<MarkdownProps, "quotes">): VNode {
  return <p class={`said ${name}`}>{renderLine(text, names)}</p>;
}

/** Renders one line for a paragraph that has other content too. */
export function renderLine(text: string, names?: DebaterNames): ComponentChildren {
  return renderSpans(parseSpans(escapeInvisible(text)), createTextMarker(undefined, names));
}

/** Renders plain text, with quotes marked. */
export type Mark = (text: string) => ComponentChildren;

/** Renders a text unchanged, without reading it as Markdown. */
export function Verbatim({ text, quotes, names }: Omit<MarkdownProps, "class">): VNode {
  const keep = (same: string): string => same;
  return (
    <pre class="said verbatim">{createTextMarker(quotes, names, keep)(escapeInvisible(text))}</pre>
  );
}

/** An answer as Markdown, or unchanged if its kind has none. */
export function FormattedAnswer({
  isMarkdown,
  ...props
}: Omit<MarkdownProps, "quotes"> & { isMarkdown: boolean }): VNode {
  return isMarkdown ? <Markdown {...props} /> : <Verbatim text={props.text} names={props.names} />;
}

export function renderBlock(block: Block, mark: Mark): VNode {
  switch (block.type) {
    case "paragraph": {
      const [only, ...others] = block.spans;
      // Alone, a formula is as wide as it must be, and its frame scrolls.
      if (only?.type === "formula" && others.length === 0) return <FormulaBlock tex={only.text} />;
      return <p>{renderSpans(block.spans, mark)}</p>;
    }
    case "heading":
      // A heading element would join the page's outline.
      return (
        <p class={block.level < 3 ? "heading large" : "heading"}>
          <strong>{renderSpans(block.spans, mark)}</strong>
        </p>
      );
    case "code":
      return <CodeBlock language={block.language} text={block.text} />;
    case "formula":
      return <FormulaBlock tex={block.text} />;
    case "quote":
      return <blockquote>{block.blocks.map((each) => renderBlock(each, mark))}</blockquote>;
    case "list": {
      const items = block.items.map((blocks) => <li>{renderItem(blocks, mark)}</li>);
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <Table {...block} mark={mark} />;
    case "rule":
      return <hr />;
  }
}

/** An item with a single paragraph needs no `p` element. */
function renderItem(blocks: readonly Block[], mark: Mark): ComponentChildren {
  const [only] = blocks;
  return blocks.length === 1 && only?.type === "paragraph"
    ? renderSpans(only.spans, mark)
    : blocks.map((block) => renderBlock(block, mark));
}

interface TableProps extends Omit<Extract<Block, { type: "table" }>, "type"> {
  mark: Mark;
}

function Table({ columns, head, rows, mark }: TableProps): VNode {
  const side = (index: number): string | undefined => columns[index] ?? undefined;
  return (
    <div class="said-table" role="group" aria-label="A table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) =>
              // The top left cell of a table with row names is no heading.
              cell.length === 0 ? (
                <td />
              ) : (
                <th scope="col" class={side(index)}>
                  {renderSpans(cell, mark)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, index) => (
                <td class={side(index)}>{renderSpans(cell, mark)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderSpans(spans: readonly Span[], mark: Mark): ComponentChildren {
  return spans.map((span) => renderSpan(span, mark));
}

function renderSpan(span: Span, mark: Mark): ComponentChildren {
  switch (span.type) {
    case "text":
      return mark(span.text);
    case "code":
      return <code>{span.text}</code>;
    case "formula":
      return <Formula tex={span.text} />;
    case "strong":
      return <strong>{renderSpans(span.spans, mark)}</strong>;
    case "em":
      return <em>{renderSpans(span.spans, mark)}</em>;
    case "del":
      return <s>{renderSpans(span.spans, mark)}</s>;
    case "link":
      return <Link {...span} />;
  }
}

/** A link with its target next to it, because the text of a link may be misleading. Another address is only text. */
function Link({ text, href }: { text: string; href: string }): VNode {
  const linkText = text === href ? href : `${text} ⟨${href}⟩`;
  if (!isHonestLink({ text, href })) return <>{linkText}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {linkText}
    </a>
  );
}
