import type { AnswerReader } from "../../protocol/answer.ts";
import { readWords } from "./text.ts";

const outer = /^[\s"'“”‘’`*_([{<]+|[\s"'“”‘’`*_)\]}>.,;:!?]+$/g;
const spaces = /\s+/g;
const simple = /^[a-zA-Z0-9]+$/;

const bareForm = (text: string): string => {
  if (simple.test(text)) return text.toLowerCase();
  const bare = text.replace(outer, "");
  return (bare === "" ? text.trim() : bare).normalize("NFC").replace(spaces, " ").toLowerCase();
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
