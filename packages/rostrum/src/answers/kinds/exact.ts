import type { AnswerReader } from "../../protocol/answer.ts";
import { readWords } from "./text.ts";

const openers = " \t\n\r\"'“”‘’`*_([{<";
const closers = " \t\n\r\"'“”‘’`*_)]}>.,;:!?";
const spaces = /\s+/g;
const simple = /^[a-zA-Z0-9]+$/;

const bareForm = (text: string): string => {
  if (simple.test(text)) return text.toLowerCase();
  // Loops, not a pattern: a pattern that ends in `+$` takes quadratic time on long runs.
  let [from, to] = [0, text.length];
  while (from < to && openers.includes(text.charAt(from))) from++;
  while (to > from && closers.includes(text.charAt(to - 1))) to--;
  return (from === to ? text.trim() : text.slice(from, to))
    .normalize("NFC")
    .replace(spaces, " ")
    .toLowerCase();
};

/** The same characters, but for case, runs of space and the punctuation around the answer. */
export function exactReader(): AnswerReader<string> {
  return {
    basis: "exact",
    read: readWords,
    same: (a, b) => a === b || bareForm(a) === bareForm(b),
    key: bareForm,
  };
}
