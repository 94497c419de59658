import { answerWords, visible } from "../../export/index.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { wrap } from "../terminal/wrap.ts";

export interface AnswerOptions {
  /** The whole reply instead of the answer read from it. */
  full: boolean;
  /** As the model wrote it, control characters included. */
  raw: boolean;
  /** Width of the terminal it goes to; `undefined` when it goes to a pipe or a file. */
  columns: number | undefined;
}

const MARGIN = "  ";

/**
 * What goes to stdout. In a terminal it gets a margin that our own text doesn't have, so that no answer can
 * be mistaken for the summary below it.
 */
export function answerText(result: PartialResult, { full, raw, columns }: AnswerOptions): string {
  const words = full ? result.text : answerWords(result.answer, result.unit) || result.text;
  if (raw) return `${words}\n`;
  const safe = visible(words).trimEnd();
  if (columns === undefined) return `${safe}\n`;
  return wrap(safe, columns - MARGIN.length)
    .map((line) => `${MARGIN}${line}\n`)
    .join("");
}
