import type { CitedSource } from "../../protocol/citation.ts";

/**
 * What a quote's source is, and so how a quote of it may differ:
 * - `code`: in white space only
 * - `plain`: also in the form of quotation marks
 * - `markdown`: also in emphasis around whole words, outside of code
 */
export type SourceKind = "code" | "plain" | "markdown";

const MARKDOWN = new Set(["md", "markdown", "mdx"]);

/** File endings of texts for people. A document with any other ending counts as code: that is stricter. */
const PLAIN = new Set(["txt", "text", "rst", "adoc", "tex", "rtf", "doc", "docx", "odt", "eml"]);

/** Models write Markdown. A document says by its name what it is; one without an ending is a text. */
export function getSourceKind({ source, document }: CitedSource): SourceKind {
  if (source === "position") return "markdown";
  const ending = /\.([a-z][a-z0-9+]*)$/i.exec(document ?? "")?.[1]?.toLowerCase();
  if (ending === undefined || PLAIN.has(ending)) return "plain";
  return MARKDOWN.has(ending) ? "markdown" : "code";
}
