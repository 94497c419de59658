import { Fragment, type ComponentChildren, type VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { escapeInvisible } from "rostrum/page";
import { CodeBlock } from "./code/code-block.tsx";
import type { DebaterNames } from "./debater-names.tsx";
import { Formula, FormulaBlock } from "./formula/formula.tsx";
import { closeOpenMarks, findSettledLength } from "./growing-text.ts";
import { parseBlocks, parseSpans, type Block, type Span } from "./parse-markdown.ts";
import { createTextMarker, type QuoteStyle } from "./quotes.tsx";

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

/**
 * The same for a text that is still being written. Markdown that is open at its end is shown as if
 * it were closed, and the part that can no longer change is not rendered again.
 */
export function GrowingMarkdown({ text, names }: { text: string; names?: DebaterNames }): VNode {
  const before = useRef({ text: "", settled: 0 });
  // A text that starts again, after a cut or for another attempt, settles again from its beginning.
  const from = text.startsWith(before.current.text) ? before.current.settled : 0;
  const settled = findSettledLength(text, from);
  before.current = { text, settled };
  const mark = createTextMarker(undefined, names);
  // Keyed by their place, so that a block stays the same element when it settles: a new one would count as moved.
  const shown = (part: string, first: number): VNode[] =>
    parseBlocks(escapeInvisible(part)).map((block, at) => (
      <Fragment key={first + at}>{renderBlock(block, mark)}</Fragment>
    ));
  const done = useMemo(() => shown(text.slice(0, settled), 0), [text.slice(0, settled), names]);
  const open = shown(closeOpenMarks(text.slice(settled)), done.length);
  return <div class="said">{[...done, ...open]}</div>;
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
type Mark = (text: string) => ComponentChildren;

/** The same as plain text, unchanged. */
export function Verbatim({ text, quotes, names }: Omit<MarkdownProps, "class">): VNode {
  const keep = (same: string): string => same;
  return (
    <pre class="said verbatim">{createTextMarker(quotes, names, keep)(escapeInvisible(text))}</pre>
  );
}

function renderBlock(block: Block, mark: Mark): VNode {
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
            {head.map((cell, at) => (
              <th scope="col" class={side(at)}>
                {renderSpans(cell, mark)}
              </th>
            ))}
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
