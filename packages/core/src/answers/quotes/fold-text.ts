import type { CitedSource } from "../../protocol/citation.ts";
import { CODE, EMPHASIS, markMarkdown } from "./markdown-marks.ts";

/**
 * Kind of a quote's source, which determines how a quote may differ:
 * - `code`: in whitespace only
 * - `plain`: also in the style of quotation marks
 * - `markdown`: also in emphasis around whole words, outside of code
 */
export type SourceKind = "code" | "plain" | "markdown";

const MARKDOWN_EXTENSIONS = new Set(["md", "markdown", "mdx"]);

/** File extensions of prose. Documents with other extensions count as code, which is stricter. */
const PROSE_EXTENSIONS = new Set([
  "txt",
  "text",
  "rst",
  "adoc",
  "tex",
  "rtf",
  "doc",
  "docx",
  "odt",
  "eml",
]);

/** Replies are Markdown. The kind of a document follows from its extension; without one it is prose. */
export function getSourceKind({ source, document }: CitedSource): SourceKind {
  if (source === "position") return "markdown";
  const extension = getExtension(document);
  if (extension === null || PROSE_EXTENSIONS.has(extension)) return "plain";
  return MARKDOWN_EXTENSIONS.has(extension) ? "markdown" : "code";
}

/** True if a document without Markdown may be code: all but those whose extension is one of prose, such as a Makefile. */
export function mayBeCode({ source, document }: CitedSource): boolean {
  return source === "context" && !PROSE_EXTENSIONS.has(getExtension(document) ?? "");
}

function getExtension(document = ""): string | null {
  if (/(?:^|\/)CMakeLists\.txt$/.test(document)) return "cmake";
  return /\.([a-z][a-z0-9+]*)$/i.exec(document)?.[1]?.toLowerCase() ?? null;
}

/** A text without the differences that a quote may have. */
export interface FoldedText {
  text: string;
  /** Position of each UTF-16 unit in the original. */
  places: Int32Array;
}

/** Folds whitespace, and the other differences that this kind of source allows. */
export function foldText(original: string, kind: SourceKind): FoldedText {
  const marks = kind === "markdown" ? markMarkdown(original) : null;
  const places = new Int32Array(original.length);
  const parts: string[] = [];
  let length = 0;
  let last = " ";
  /** Start of the pending piece that is copied unchanged. */
  let from = 0;
  const put = (folded: string, at: number): void => {
    parts.push(original.slice(from, at), folded);
    from = at + 1;
  };
  for (let at = 0; at < original.length; at++) {
    const char = original[at] as string;
    const isSpace = SPACE.has(char);
    if (marks?.[at] === EMPHASIS || (isSpace && last === " ")) {
      put("", at);
      continue;
    }
    const isVerbatim = kind === "code" || marks?.[at] === CODE;
    last = isSpace ? " " : isVerbatim ? char : foldQuotationMark(char, last);
    if (last !== char) put(last, at);
    places[length++] = at;
  }
  parts.push(original.slice(from));
  return { text: parts.join(""), places };
}

/** Characters that `\s` matches. */
const SPACE = new Set(
  " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
);

/** Replacements of quotation marks. They are noncharacters, so unfolded code never contains them. */
const ANY_MARK = "\uffff";
const SINGLE_MARK = "\ufffe";

const MARKS = new Map([
  ...Array.from("'‘’‚‛‹›＇", (mark) => [mark, SINGLE_MARK] as const),
  ...Array.from('"“”„‟«»「」『』〝〞〟＂', (mark) => [mark, ANY_MARK] as const),
]);

/** Nested quotations change their marks. After a digit, ' and " are feet and inches. */
function foldQuotationMark(char: string, previous: string): string {
  const mark = MARKS.get(char) ?? char;
  return mark === SINGLE_MARK && !/\d/.test(previous) ? ANY_MARK : mark;
}
