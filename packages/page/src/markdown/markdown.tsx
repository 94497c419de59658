import type { ComponentChildren, VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { CodeBlock } from "./code/code-block.tsx";
import type { DebaterNames } from "./debater-names.tsx";
import { Formula, FormulaBlock } from "./formula/formula.tsx";
import { parseBlocks, parseSpans, type Block, type Span } from "@rostrum/core/markdown";
import { createTextMarker, type QuoteStyle } from "./quotes.tsx";
import "../style/markdown.css";
import "../style/tables.css";

/**
 * What a model or a person wrote, with its Markdown. It is built from nodes, never from markup, so a text
 * can only become the few elements below. It has its own frame, so that it can't be mistaken for the page.
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
  /** How quotes in it are shown. Absent: like any other words. */
  quotes?: QuoteStyle;
  /** Which debater the text means by "Debater A". */
  names?: DebaterNames;
}

/** One line of it, such as a claim, in a paragraph: only the marks within a line count. */
export function MarkdownLine({
  text,
  class: name = "",
  names,
}: Omit<MarkdownProps, "quotes">): VNode {
  return <p class={`said ${name}`}>{renderLine(text, names)}</p>;
}

/** The words of one line, for a paragraph that has others too. */
export function renderLine(text: string, names?: DebaterNames): ComponentChildren {
  return renderSpans(parseSpans(escapeInvisible(text)), createTextMarker(undefined, names));
}

/** Shows plain words, quotes among them. */
export type Mark = (text: string) => ComponentChildren;

/** The same as plain text, unchanged. */
export function Verbatim({ text, quotes, names }: Omit<MarkdownProps, "class">): VNode {
  const keep = (same: string): string => same;
  return (
    <pre class="said verbatim">{createTextMarker(quotes, names, keep)(escapeInvisible(text))}</pre>
  );
}

/** A block as elements. */
export function renderBlock(block: Block, mark: Mark): VNode {
  switch (block.type) {
    case "paragraph":
      return <p>{renderSpans(block.spans, mark)}</p>;
    case "heading":
      // Not a heading element: it would be part of the page's outline.
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

/** An item of one paragraph needs no element for it. */
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
  const side = (at: number): string | undefined => columns[at] ?? undefined;
  return (
    <div class="said-table" role="group" aria-label="A table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) =>
              // The corner above the names of rows heads nothing.
              cell.length === 0 ? (
                <td />
              ) : (
                <th scope="col" class={side(at)}>
                  {renderSpans(cell, mark)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell, at) => (
                <td class={side(at)}>{renderSpans(cell, mark)}</td>
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

/** A link's target is shown next to it, because its text may say anything. */
function Link({ text, href }: { text: string; href: string }): VNode {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text === href ? href : `${text} ⟨${href}⟩`}
    </a>
  );
}
