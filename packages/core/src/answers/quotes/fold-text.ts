import type { CitedSource } from "../../protocol/citation.ts";
import { CODE, EMPHASIS, markMarkdown } from "./markdown-marks.ts";

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

/** A text without what may differ between a quote and its source. */
export interface FoldedText {
  text: string;
  /** Where each UTF-16 unit stands in the original. */
  places: Int32Array;
}

/** Folds white space, and what else may differ in a source of that kind: as in code, nothing. */
export function foldText(original: string, kind: SourceKind): FoldedText {
  const marks = kind === "markdown" ? markMarkdown(original) : null;
  const places = new Int32Array(original.length);
  let text = "";
  let last = " ";
  for (let at = 0; at < original.length; at++) {
    if (marks?.[at] === EMPHASIS) continue;
    const char = original[at] as string;
    const isSpace = /\s/.test(char);
    if (isSpace && last === " ") continue;
    const isVerbatim = kind === "code" || marks?.[at] === CODE;
    places[text.length] = at;
    last = isSpace ? " " : isVerbatim ? char : foldQuotationMark(char, last);
    text += last;
  }
  return { text, places };
}

/** What marks are folded to. These are not characters, so code that stays as it is has none of them. */
const ANY_MARK = "\uffff";
const SINGLE_MARK = "\ufffe";

const MARKS = new Map([
  ...Array.from("'‘’‚‛‹›＇", (mark) => [mark, SINGLE_MARK] as const),
  ...Array.from('"“”„‟«»「」『』〝〞〟＂', (mark) => [mark, ANY_MARK] as const),
]);

/** Quotations within quotations change their marks. After a digit, ' and " are feet and inches. */
function foldQuotationMark(char: string, before: string): string {
  const mark = MARKS.get(char) ?? char;
  return mark === SINGLE_MARK && !/\d/.test(before) ? ANY_MARK : mark;
}
