import { Fragment, type ComponentChildren, type VNode } from "preact";
import { visible } from "rostrum/page";
import { useMemo, useRef } from "preact/hooks";
import { blocksOf, type Block } from "./blocks.ts";
import { settledLength, withoutHalfOpen } from "./half-open.ts";
import { markedText, type QuoteMarks } from "./quotes.tsx";
import { spansOf, type Span } from "./spans.ts";
import type { Names } from "./who.tsx";

/**
 * What a model or a person wrote, with its Markdown. It is built from nodes, never from markup, so a text
 * can only become the few elements below. It has its own frame, so that it can't be mistaken for the page.
 */
export function Said({ text, class: name = "", quotes, names }: SaidProps): VNode {
  const mark = markedText(quotes, names);
  return (
    <div class={`said ${name}`}>
      {blocksOf(visible(text)).map((block) => blockNode(block, mark))}
    </div>
  );
}

/**
 * The same for a text that is still being written. Markdown that is open at its end is shown as if
 * it were closed, and the part that can no longer change is not rendered again.
 */
export function SaidSoFar({ text, names }: { text: string; names?: Names }): VNode {
  const before = useRef({ text: "", settled: 0 });
  // A text that starts again, after a cut or for another attempt, settles again from its beginning.
  const from = text.startsWith(before.current.text) ? before.current.settled : 0;
  const settled = settledLength(text, from);
  before.current = { text, settled };
  const mark = markedText(undefined, names);
  // Keyed by their place, so that a block stays the same element when it settles: a new one would count as moved.
  const shown = (part: string, first: number): VNode[] =>
    blocksOf(visible(part)).map((block, at) => (
      <Fragment key={first + at}>{blockNode(block, mark)}</Fragment>
    ));
  const done = useMemo(() => shown(text.slice(0, settled), 0), [text.slice(0, settled), names]);
  const open = shown(withoutHalfOpen(text.slice(settled)), done.length);
  return <div class="said">{[...done, ...open]}</div>;
}

interface SaidProps {
  text: string;
  class?: string;
  /** How quotes in it are shown. Absent: like any other words. */
  quotes?: QuoteMarks;
  /** Which debater the text means by "Debater A". */
  names?: Names;
}

/** One line of it, such as a claim, in a paragraph: only the marks within a line count. */
export function SaidLine({ text, class: name = "", names }: Omit<SaidProps, "quotes">): VNode {
  return <p class={`said ${name}`}>{saidWords(text, names)}</p>;
}

/** The words of one line, for a paragraph that has others too. */
export function saidWords(text: string, names?: Names): ComponentChildren {
  return words(visible(text), markedText(undefined, names));
}

/** Shows plain words, quotes among them. */
type Mark = (text: string) => ComponentChildren;

/** The same as plain text, unchanged. */
export function Verbatim({ text, quotes, names }: Omit<SaidProps, "class">): VNode {
  const asItIs = (same: string): string => same;
  return <pre class="said verbatim">{markedText(quotes, names, asItIs)(visible(text))}</pre>;
}

function blockNode(block: Block, mark: Mark): VNode {
  switch (block.type) {
    case "paragraph":
      return <p>{words(block.text, mark)}</p>;
    case "heading":
      // Not a heading element: it would be part of the page's outline.
      return (
        <p class={block.level < 3 ? "heading large" : "heading"}>
          <strong>{words(block.text, mark)}</strong>
        </p>
      );
    case "code":
      return (
        <pre>
          {block.language === "" ? null : <div class="language">{block.language}</div>}
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return <blockquote>{block.blocks.map((each) => blockNode(each, mark))}</blockquote>;
    case "list":
      return listNode(block, mark);
    case "table":
      return <SaidTable {...block} mark={mark} />;
    case "rule":
      return <hr />;
  }
}

function listNode({ ordered, start, items }: Extract<Block, { type: "list" }>, mark: Mark): VNode {
  const children = items.map((blocks) => {
    const [only] = blocks;
    const plain = blocks.length === 1 && only?.type === "paragraph" ? words(only.text, mark) : null;
    return <li>{plain ?? blocks.map((each) => blockNode(each, mark))}</li>;
  });
  return ordered ? <ol start={start}>{children}</ol> : <ul>{children}</ul>;
}

interface SaidTableProps extends Pick<Extract<Block, { type: "table" }>, "columns" | "rows"> {
  mark: Mark;
}

function SaidTable({ columns, rows: [head = [], ...rows], mark }: SaidTableProps): VNode {
  const side = (at: number): string | undefined => columns[at] ?? undefined;
  return (
    <div class="said-table" role="group" aria-label="A table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th scope="col" class={side(at)}>
                {words(cell, mark)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {head.map((_, at) => (
                <td class={side(at)}>{words(row[at] ?? "", mark)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function words(text: string, mark: Mark): ComponentChildren {
  return spansOf(text).map((span) => spanNode(span, mark));
}

function spanNode(span: Span, mark: Mark): ComponentChildren {
  switch (span.type) {
    case "text":
      return mark(span.text);
    case "code":
      return <code>{span.text}</code>;
    case "strong":
      return <strong>{span.spans.map((each) => spanNode(each, mark))}</strong>;
    case "emphasis":
      return <em>{span.spans.map((each) => spanNode(each, mark))}</em>;
    case "gone":
      return <s>{span.spans.map((each) => spanNode(each, mark))}</s>;
    case "link":
      return <SaidLink {...span} />;
  }
}

/** A link's target is shown next to it, because its text may say anything. */
function SaidLink({ text, href }: { text: string; href: string }): VNode {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text === href ? href : `${text} ⟨${href}⟩`}
    </a>
  );
}
