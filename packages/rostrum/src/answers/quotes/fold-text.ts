import { CODE, EMPHASIS, markMarkdown } from "./markdown-marks.ts";
import type { SourceKind } from "./source-kind.ts";

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
    const isSpace = isWhiteSpace(char);
    if (isSpace && last === " ") continue;
    const isVerbatim = kind === "code" || marks?.[at] === CODE;
    places[text.length] = at;
    last = isSpace ? " " : isVerbatim ? char : foldQuotationMark(char, last);
    text += last;
  }
  return { text, places };
}

function isWhiteSpace(char: string): boolean {
  // Most characters are letters in ASCII, and a comparison is faster than a pattern.
  return char === " " || ((char < " " || char > "~") && /\s/.test(char));
}

/** What marks are folded to. They are no characters, so code that stays as it is has none of them. */
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
