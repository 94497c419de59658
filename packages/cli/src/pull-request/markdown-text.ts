import { escapeInline, escapeQuotation } from "@rostrum/core/export";

/** A sign without width: it breaks up what GitHub would turn into a link or a message to somebody. */
const BREAK = "\u200b";

/**
 * Words of a model on one line of a comment, as nothing but text: no Markdown, no HTML, no mention that sends somebody a
 * message, no reference that shows up in another issue, no link.
 */
export function writeInline(text: string): string {
  return disarm(escapeInline(text));
}

/** The same as a quotation of several lines. */
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
