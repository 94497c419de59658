import { alignQuote, quotable, quotationsIn, wordCount } from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { quoteSources } from "./sources.ts";

/** Shorter passages in quotation marks are terms and titles. */
const FEWEST_WORDS = 4;

export interface Said {
  question: string;
  rounds: readonly Round[];
  context: readonly RecordedItem[];
}

/**
 * What a debater puts in quotation marks, and whether it stands in the question, the context or an earlier
 * reply. A debater may quote anything, so this is for marks only.
 */
export function proseQuotes(position: Position, { question, rounds, context }: Said): Citation[] {
  const quotations = quotationsIn(position.text).filter(
    ({ text }) => wordCount(text) >= FEWEST_WORDS,
  );
  if (quotations.length === 0) return [];
  const earlier = rounds.filter(({ index }) => index < position.round);
  const sources = quoteSources(earlier, context);
  const texts = [
    ...sources.context(),
    ...sources.said(),
    quotable({ source: "context" }, question),
  ];
  return quotations.map(({ text }) => alignQuote(text, texts));
}
