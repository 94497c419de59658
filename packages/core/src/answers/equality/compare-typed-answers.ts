import type { RuleComparison } from "../../protocol/answer.ts";
import { readOption, type NamedOption } from "../kinds/choice.ts";
import { remember } from "../kinds/remember.ts";
import { compareQuantities } from "../quantity/compare-quantities.ts";
import { parseQuantity, type Quantity } from "../quantity/parse-quantity.ts";
import { QuestionWords } from "../quantity/question-words.ts";
import { unwrapAnswer } from "../reply/unwrap.ts";
import { normaliseAnswer } from "./normalise.ts";
import { parseDate, type CalendarDate } from "./parse-date.ts";

/** An answer as interpreted by rules. */
export interface TypedAnswer {
  /** Equal keys mean the same answer. */
  key: string;
  option: string | null;
  date: CalendarDate | null;
  quantity: Quantity | null;
}

/** Yes and no are options of every question. Where the question lists them, they are the listed ones. */
const YES_NO = /^(?:yes|no)$/i;

/** May be versions: 3.1 is not 3.10. */
const PLAIN_DECIMAL = /^\d+\.\d+$/;

/** Creates an interpreter of answers to one question. */
export function createTyping(
  question: string,
  options: readonly NamedOption[],
): (answer: string) => TypedAnswer {
  const questionWords = new QuestionWords(question);
  return remember((answer): TypedAnswer => {
    const key = normaliseAnswer(answer);
    const listedOption = options.length > 0 ? readOption(answer, options) : null;
    const option = listedOption ?? (YES_NO.test(key) ? key.toLowerCase() : null);
    // No text begins with a space, so a "B" that may mean several options doesn't equal option B.
    if (option !== null) return { key: ` ${option}`, option, date: null, quantity: null };
    const date = parseDate(key);
    const quantity = date === null ? parseQuantity(unwrapAnswer(answer), questionWords) : null;
    return { key, option, date, quantity };
  });
}

/**
 * Compares two answers by rules. Same: identical after normalization, or equal options, dates or quantities.
 * Different: both are options, dates, or quantities of one dimension, and differ. Everything else is open,
 * and left to a model.
 */
export function compareTypedAnswers(a: TypedAnswer, b: TypedAnswer): RuleComparison {
  if (a.key === b.key) return "same";
  if (a.option !== null && b.option !== null) return a.option === b.option ? "same" : "different";
  if (a.date !== null && b.date !== null) return compareDates(a.date, b.date);
  if (a.quantity === null || b.quantity === null) return "open";
  const comparison = compareQuantities(a.quantity, b.quantity);
  const maybeVersions = PLAIN_DECIMAL.test(a.key) && PLAIN_DECIMAL.test(b.key);
  return comparison === "same" && maybeVersions ? "open" : comparison;
}

function compareDates(a: CalendarDate, b: CalendarDate): RuleComparison {
  if (a.year !== b.year || a.month !== b.month) return "different";
  if (a.day === b.day) return "same";
  return a.day === null || b.day === null ? "open" : "different";
}
