import { escapeInline, escapeQuotation } from "@rostrum/core/export";

/** Zero-width space, which breaks up text that GitHub would turn into a link or a mention. */
const BREAK = "\u200b";

/**
 * Escapes a model's words for one line of a comment: no Markdown, HTML, mention, issue reference or link takes
 * effect.
 */
export function writeInline(text: string): string {
  return disarm(escapeInline(text));
}

/** Like writeInline, as a quotation of several lines. */
export function writeQuotation(text: string): string {
  return disarm(escapeQuotation(text));
}

function disarm(text: string): string {
  return text
    .replaceAll("@", `@${BREAK}`)
    .replace(/#(?=\d)/g, `#${BREAK}`)
    .replace(/GH(?=-\d)/gi, `$&${BREAK}`)
    .replaceAll("://", `:${BREAK}//`)
    .replace(/www(?=\.)/gi, `$&${BREAK}`);
}
