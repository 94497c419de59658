import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { quoted } from "../reply/quoted.ts";
import { remember } from "./remember.ts";

const openers = " \t\n\r\"'“”‘’`*_([{<";
const closers = " \t\n\r\"'“”‘’`*_)]}>.,;:!?";
const spaces = /\s+/g;
const simple = /^[a-zA-Z0-9]+$/;
/** The empty text, which needs its quotation marks to be seen. */
const emptyQuotes = /^(?:""|''|“”|‘’|«»|``)$/;

const characters = (text: string): string =>
  emptyQuotes.test(text) ? '""' : text.normalize("NFC");

/** Prose: without case, runs of space and the punctuation around it. */
const bareForm = (text: string): string => {
  if (simple.test(text)) return text.toLowerCase();
  // Loops, not a pattern: a pattern that ends in `+$` takes quadratic time on long runs.
  let [from, to] = [0, text.length];
  while (from < to && openers.includes(text.charAt(from))) from++;
  while (to > from && closers.includes(text.charAt(to - 1))) to--;
  return (from === to ? characters(text.trim()) : text.slice(from, to))
    .normalize("NFC")
    .replace(spaces, " ")
    .toLowerCase();
};

function readExact(reading: Reading): ReadAnswer<string> | null {
  const text = reading.verbatim ?? (reading.answer === null ? null : quoted(reading.answer));
  if (text !== null) return { value: text, wording: text, verbatim: true };
  return reading.answer === null ? null : { value: reading.answer, wording: reading.answer };
}

/**
 * The same characters. Inside quotation marks and in a JSON string, every character counts. In prose,
 * case, runs of space and the punctuation around the answer don't.
 */
export function exactReader(): AnswerReader<string> {
  const bareOf = remember(bareForm);
  return {
    basis: "exact",
    read: readExact,
    same: (a, b, forms) =>
      a === b ||
      (forms?.every(({ verbatim }) => verbatim) === true
        ? characters(a) === characters(b)
        : bareOf(a) === bareOf(b)),
    key: (text, form) => (form?.verbatim ? `"${characters(text)}` : `=${bareOf(text)}`),
  };
}
