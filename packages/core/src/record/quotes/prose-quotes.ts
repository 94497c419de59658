import {
  findQuotation,
  createQuotable,
  findQuotations,
  countWords,
  type QuotableText,
} from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { createQuoteSources } from "./sources.ts";

/** Shorter passages in quotation marks are terms and titles. */
const FEWEST_WORDS = 4;

/** Each is looked up in whole texts; beyond this many, quotations are left unmarked. */
const MOST_MARKED = 100;

/** What a speaker could quote. */
export interface QuotableTexts {
  question: string;
  rounds: readonly Round[];
  context: readonly RecordedItem[];
}

/**
 * What a debater puts in quotation marks, and whether it stands in the question, the context or an earlier
 * reply. Anything may stand in quotation marks in prose, so this is for marks only and counts for nothing.
 */
export function findProseQuotes({ text, round }: Position, said: QuotableTexts): Citation[] {
  return markQuotations(text, said, round);
}

/** The same for a judge's words, who has read every round. */
export function findJudgmentQuotes(judgment: string, said: QuotableTexts): Citation[] {
  return markQuotations(judgment, said, Infinity);
}

function markQuotations(
  text: string,
  { question, rounds, context }: QuotableTexts,
  before: number,
): Citation[] {
  const quotations = findQuotations(text).filter((each) => countWords(each.text) >= FEWEST_WORDS);
  if (quotations.length === 0) return [];
  const sources = createQuoteSources(
    rounds.filter(({ index }) => index < before),
    context,
  );
  const texts: QuotableText[] = [
    ...sources.context(),
    ...sources.said(),
    createQuotable({ source: "context" }, question),
  ];
  return quotations.slice(0, MOST_MARKED).map((quotation): Citation => {
    const found = findQuotation(quotation.text, texts);
    const of = found?.source.of ?? { source: "context" };
    return { ...of, text: quotation.text, at: found?.at ?? null, verified: found !== null };
  });
}
