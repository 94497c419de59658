import type { ComponentChildren, VNode } from "preact";
import { visible } from "../../../rostrum/src/visible.ts";
import { blocksOf, type Block } from "./blocks.ts";
import { spansOf, type Span } from "./spans.ts";

/**
 * What a model or a person wrote, with its Markdown. It is built from nodes, never from markup, so a text
 * can only become the few elements below. It has its own frame, so that it can't be mistaken for the page.
 */
export function Said({ text, class: name = "" }: { text: string; class?: string }): VNode {
  return <div class={`said ${name}`}>{blocksOf(visible(text)).map(blockNode)}</div>;
}

/** The same as plain text, unchanged. */
export function Verbatim({ text }: { text: string }): VNode {
  return <pre class="said verbatim">{visible(text)}</pre>;
}

function blockNode(block: Block): VNode {
  switch (block.type) {
    case "paragraph":
      return <p>{words(block.text)}</p>;
    case "heading":
      // Not a heading element: it would be part of the page's outline.
      return (
        <p>
          <strong>{words(block.text)}</strong>
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
      return <blockquote>{block.blocks.map(blockNode)}</blockquote>;
    case "list":
      return listNode(block);
    case "table":
      return <SaidTable rows={block.rows} />;
    case "rule":
      return <hr />;
  }
}

function listNode({ ordered, start, items }: Extract<Block, { type: "list" }>): VNode {
  const children = items.map((blocks) => {
    const [only] = blocks;
    const plain = blocks.length === 1 && only?.type === "paragraph" ? words(only.text) : null;
    return <li>{plain ?? blocks.map(blockNode)}</li>;
  });
  return ordered ? <ol start={start}>{children}</ol> : <ul>{children}</ul>;
}

function SaidTable({ rows: [head = [], ...rows] }: { rows: string[][] }): VNode {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th scope="col">{words(cell)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.map((cell) => (
              <td>{words(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function words(text: string): ComponentChildren {
  return spansOf(text).map(spanNode);
}

function spanNode(span: Span): ComponentChildren {
  switch (span.type) {
    case "text":
      return span.text;
    case "code":
      return <code>{span.text}</code>;
    case "strong":
      return <strong>{span.spans.map(spanNode)}</strong>;
    case "emphasis":
      return <em>{span.spans.map(spanNode)}</em>;
    case "gone":
      return <s>{span.spans.map(spanNode)}</s>;
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
