import type { Citation } from "../../protocol/citation.ts";
import { formatAnswerNumber } from "../answer-numbers.ts";
import { listBlocks, titleDocument } from "../blocks.ts";
import type { DocBlock, ListItem } from "../doc-block.ts";
import { describeReviewed } from "../findings/review-title.ts";
import { splitQuotes, describeProseQuote, describeSource } from "../quotes.ts";
import { markup, NOTHING, raw, type Markup } from "./markup.ts";
import { clipLine } from "../../visible.ts";
import { toRecord, type Exportable } from "../as-record.ts";
import { STYLE } from "./style.ts";
import { writeRichText } from "./write-rich-text.ts";

/** Renders blocks as HTML. All content is escaped. */
export function renderBlocks(blocks: readonly DocBlock[]): Markup[] {
  return blocks.map(renderBlock);
}

function renderBlock(block: DocBlock): Markup {
  switch (block.type) {
    case "heading":
      return block.level === 2 ? markup`<h2>${block.text}</h2>` : markup`<h3>${block.text}</h3>`;
    case "text": {
      const label = block.label === undefined ? NOTHING : renderAside(`${block.label}:`);
      if (block.rich) {
        return markup`${label}<div class="rich ${block.role ?? ""}">${writeRichText(block.text)}</div>`;
      }
      const text = markQuotes(block.text, block.quotes ?? [], block.claimed === true);
      return markup`${label}<div class="said ${block.role ?? ""}">${text}</div>`;
    }
    case "code":
      return markup`${renderAside(`${block.label}:`)}<pre class="said">${block.text}</pre>`;
    case "line":
      return markup`<div class="dim said">${block.text}</div>`;
    case "notice": {
      const details = block.details.length === 0 ? NOTHING : renderTexts(block.details);
      return markup`<div class="notice" role="note"><strong>${block.title}</strong>${details}</div>`;
    }
    case "facts":
      return markup`<dl>${block.rows.map(([name, words]) => markup`<dt>${name}</dt><dd>${words}</dd>`)}</dl>`;
    case "list": {
      const list = markup`<ul>${block.items.map(renderItem)}</ul>`;
      if (block.title === undefined) return list;
      return markup`<details><summary>${block.title}</summary>${list}</details>`;
    }
    case "table":
      return markup`<table>
        <thead>${renderRow("th", block.names)}</thead>
        <tbody>${block.rows.map((row) => renderRow("td", row))}</tbody>
      </table>`;
    case "reply":
      return markup`<details>
        <summary>
          ${renderMark(block.number)}<strong>${block.debater}</strong> ${renderAside(block.notes.join(" · "))} ${block.headline}
        </summary>
        ${renderBlocks(block.body)}
      </details>`;
  }
}

function renderAside(text: string): Markup {
  return markup`<span class="dim">${text}</span>`;
}

function renderRow(cell: "td" | "th", cells: readonly (string | number)[]): Markup {
  const tag = raw(cell);
  return markup`<tr>${cells.map((content) => markup`<${tag} class="said">${content}</${tag}>`)}</tr>`;
}

function renderTexts(texts: readonly string[]): Markup {
  return markup`<ul>${texts.map((text) => markup`<li class="said">${text}</li>`)}</ul>`;
}

function renderItem(item: ListItem): Markup {
  const { lead, aside = "", text, more = [], quotes = [], marks = [] } = item;
  return markup`<li>
    ${lead === undefined ? NOTHING : markup`<strong>${lead}</strong> `}${aside === "" ? NOTHING : renderAside(aside)}
    ${text === "" ? NOTHING : markup`<div class="said">${markQuotes(text, marks, true)}</div>`}
    ${more.length === 0 ? NOTHING : renderTexts(more)}
    ${quotes.length === 0 ? NOTHING : markup`<ul>${quotes.map(renderQuote)}</ul>`}
  </li>`;
}

function renderQuote(quote: Citation): Markup {
  const quotedText = `“${quote.text}”`;
  const from = describeSource(quote);
  return quote.verified
    ? markup`<li><span class="said">${quotedText}</span> ${renderAside(from)}</li>`
    : markup`<li><s class="said">${quotedText}</s> ${renderAside(`not found in: ${from}`)}</li>`;
}

/** Marks quotes in a text. Unverified quotes are struck through if they are evidence, but not in prose. */
function markQuotes(text: string, quotes: readonly Citation[], claimed: boolean): Markup {
  const pieces = splitQuotes(text, quotes).map(({ text: piece, citation }) => {
    if (citation === null) return markup`${piece}`;
    const origin = claimed ? describeSource(citation) : describeProseQuote(citation);
    if (claimed && !citation.verified)
      return markup`<s title="not found in: ${origin}">${piece}</s>`;
    const kind = citation.verified ? "found" : "open";
    return markup`<q class="${kind}" title="${origin}">${piece}</q>`;
  });
  // No separator, because whitespace in the text is significant.
  return raw(pieces.map(({ source }) => source).join(""));
}

/** Number and color of an answer, the same in every round. */
function renderMark(number: number | null): Markup {
  if (number === null) return markup`<span class="mark none">–</span>`;
  return markup`<span class="mark c${Math.min(number, 4)}">${formatAnswerNumber(number)}</span>`;
}

/** Content security policy: blocks loading and scripts, whatever a reply contains. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A debate as one HTML file without network access or scripts. Model output is text in it. */
export function toHtml(source: Exportable): string {
  const record = toRecord(source);
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${clipLine(describeReviewed(record) ?? record.result.question, 80)} · rostrum</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${titleDocument(record)}</h1>
          ${renderBlocks(listBlocks(record))}
        </main>
      </body>
    </html> `;
  return page.source;
}
