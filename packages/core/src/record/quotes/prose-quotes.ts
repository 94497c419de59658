import {
  findQuotation,
  createQuotable,
  countWords,
  type QuotableText,
} from "../../answers/quotes/find-quote.ts";
import { findQuotations } from "../../answers/quotes/quotations.ts";
import { readProse } from "../../answers/reply/read-prose.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { Position, Round } from "../../protocol/position.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { createQuoteSources } from "./sources.ts";

/** Shorter passages in quotation marks are terms and titles. */
const MIN_QUOTE_WORDS = 4;

/** Each one is looked up in full texts. Further quotations are left unmarked. */
const MAX_MARKED_QUOTES = 100;

/** Maximum number of passages whose words are counted. */
const MAX_PASSAGES = 2000;

/** Texts that a speaker could quote. */
export interface QuotableTexts {
  question: string;
  rounds: readonly Round[];
  context: readonly RecordedItem[];
}

/**
 * Quotations of a debater, looked up in the question, the context and earlier replies. In prose, quotation
 * marks have many uses, so this only marks texts and has no effect on results.
 */
export function findProseQuotes({ text, round }: Position, texts: QuotableTexts): Citation[] {
  return markQuotations(text, texts, round);
}

/** Quotations of the judge, who has read every round. */
export function findJudgmentQuotes(judgment: string, texts: QuotableTexts): Citation[] {
  return markQuotations(judgment, texts, Infinity);
}

function markQuotations(
  text: string,
  { question, rounds, context }: QuotableTexts,
  beforeRound: number,
): Citation[] {
  const quotations = findQuotations(readProse(text), MAX_PASSAGES).filter(
    (quotation) => countWords(quotation.text) >= MIN_QUOTE_WORDS,
  );
  if (quotations.length === 0) return [];
  const sources = createQuoteSources(
    rounds.filter(({ index }) => index < beforeRound),
    context,
  );
  const texts: QuotableText[] = [
    ...sources.context(),
    ...sources.allReplies(),
    createQuotable({ source: "context" }, question),
  ];
  return quotations.slice(0, MAX_MARKED_QUOTES).map((quotation): Citation => {
    const match = findQuotation(quotation.text, texts);
    const of = match?.source.of ?? { source: "context" };
    return { ...of, text: quotation.text, at: match?.at ?? null, verified: match !== null };
  });
}
