import { escapeInline, escapeQuotation } from "@rostrum/core/export";

/** Zero-width space, which breaks up text that GitHub would turn into a link or a mention. */
const ZERO_WIDTH_SPACE = "\u200b";

/**
 * Escapes a model's words for one line of a comment: no Markdown, HTML, mention, issue reference or link takes
 * effect.
 */
export function writeInline(text: string): string {
  return breakReferences(escapeInline(text));
}

/** Like writeInline, as a quotation of several lines. */
export function writeQuotation(text: string): string {
  return breakReferences(escapeQuotation(text));
}

function breakReferences(text: string): string {
  return text
    .replaceAll("@", `@${ZERO_WIDTH_SPACE}`)
    .replace(/#(?=\d)/g, `#${ZERO_WIDTH_SPACE}`)
    .replace(/GH(?=-\d)/gi, `$&${ZERO_WIDTH_SPACE}`)
    .replaceAll("://", `:${ZERO_WIDTH_SPACE}//`)
    .replace(/www(?=\.)/gi, `$&${ZERO_WIDTH_SPACE}`);
}
