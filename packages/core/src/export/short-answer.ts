import { findHeadline } from "../record/headline.ts";
import { clipLine } from "../visible.ts";

/** Maximum length of a row, cell or line that shows an answer. */
export const MAX_SHORT_CHARS = 200;

/**
 * An answer in one line, for tables and lists: its group's label, else its headline, else its first words.
 */
export function shortenAnswer(
  answer: string | null,
  { label = null, length = MAX_SHORT_CHARS }: { label?: string | null; length?: number } = {},
): string {
  const text = label ?? findHeadline(answer, "text") ?? answer ?? "";
  return clipLine(text, length);
}
