import { answerWords, memoSections, visible } from "../../export/index.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { wrap } from "../terminal/wrap.ts";

export interface AnswerOptions {
  /** The whole reply instead of the answer read from it. */
  full: boolean;
  /** The memo instead of the answer, if there is one. */
  memo?: boolean;
  /** As the model wrote it, control characters included. */
  raw: boolean;
  /** Width of the terminal it goes to; `undefined` when it goes to a pipe or a file. */
  columns: number | undefined;
}

/** A memo as lines of text. */
function memoText(result: PartialResult): string | null {
  if (result.memo === undefined) return null;
  return memoSections(result.memo)
    .map(({ title, items }) => {
      const lines = items.flatMap(({ text, more }) => [
        `- ${text}`,
        ...more.map((line) => `  - ${line}`),
      ]);
      return [title, ...lines].join("\n");
    })
    .join("\n\n");
}

const MARGIN = "  ";

/**
 * What goes to stdout. In a terminal it gets a margin that our own text doesn't have, so that no answer can
 * be mistaken for the summary below it.
 */
export function answerText(
  result: PartialResult,
  { full, raw, memo, columns }: AnswerOptions,
): string {
  const answer = answerWords(result.answer, result.unit) || result.text;
  const words = full ? result.text : memo ? (memoText(result) ?? answer) : answer;
  if (raw) return `${words}\n`;
  const safe = visible(words).trimEnd();
  if (columns === undefined) return `${safe}\n`;
  return wrap(safe, columns - MARGIN.length)
    .map((line) => `${MARGIN}${line}\n`)
    .join("");
}
