import { isHonestLink } from "../markdown/honest-link.ts";
import { parseBlocks, type Block, type Span } from "../markdown/parse-markdown.ts";
import { markup, raw, type Markup } from "./markup.ts";

/**
 * Converts a model's Markdown to HTML: lists, tables, code, emphasis and honest links. Everything else is
 * text.
 */
export function writeRichText(text: string): Markup {
  return joinMarkup(parseBlocks(text.trim()).map(writeBlock));
}

function writeBlock(block: Block): Markup {
  switch (block.type) {
    case "paragraph":
      return markup`<p>${writeSpans(block.spans)}</p>`;
    case "heading":
      return markup`<p><strong>${writeSpans(block.spans)}</strong></p>`;
    case "code":
    case "formula":
      return markup`<pre><code>${block.text}</code></pre>`;
    case "quote":
      return markup`<blockquote>${joinMarkup(block.blocks.map(writeBlock))}</blockquote>`;
    case "list": {
      const items = joinMarkup(
        block.items.map((item) => markup`<li>${joinMarkup(item.map(writeBlock))}</li>`),
      );
      return block.ordered
        ? markup`<ol start="${block.start}">${items}</ol>`
        : markup`<ul>${items}</ul>`;
    }
    case "table": {
      const row = (tag: "td" | "th", cells: readonly Span[][]): Markup => {
        const name = raw(tag);
        return markup`<tr>${joinMarkup(cells.map((spans) => markup`<${name}>${writeSpans(spans)}</${name}>`))}</tr>`;
      };
      const rows = joinMarkup(block.rows.map((cells) => row("td", cells)));
      return markup`<table><thead>${row("th", block.head)}</thead><tbody>${rows}</tbody></table>`;
    }
    case "rule":
      return markup`<hr />`;
  }
}

function writeSpans(spans: readonly Span[]): Markup {
  return joinMarkup(spans.map(writeSpan));
}

function writeSpan(span: Span): Markup {
  switch (span.type) {
    case "text":
      return markup`${span.text}`;
    case "code":
    case "formula":
      return markup`<code>${span.text}</code>`;
    case "strong":
      return markup`<strong>${writeSpans(span.spans)}</strong>`;
    case "em":
      return markup`<em>${writeSpans(span.spans)}</em>`;
    case "del":
      return markup`<del>${writeSpans(span.spans)}</del>`;
    case "link":
      return isHonestLink(span)
        ? markup`<a href="${span.href}" rel="noopener noreferrer nofollow">${span.text}</a>`
        : markup`${span.text} (${span.href})`;
  }
}

/** No separator, because whitespace in the text is significant. */
function joinMarkup(pieces: readonly Markup[]): Markup {
  return raw(pieces.map(({ source }) => source).join(""));
}
