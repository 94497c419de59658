import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { normalised } from "../words/tokens.ts";
import { listedOptions } from "./listed-options.ts";
import { mentions } from "./mentions.ts";
import type { Named } from "./mentions.ts";

const letters = "ABCDEFGHIJ";

/** The options with every name they go by: their own words, and the letter the question gives them. */
function named(options: readonly string[] | undefined, question: string): Named[] {
  const listed = listedOptions(question);
  if (options === undefined) {
    if (listed.length > 0)
      return listed.map(({ label, text }) => ({ option: label, names: [label, text] }));
    return [...letters].map((letter) => ({ option: letter, names: [letter] }));
  }
  const listedKeys = listed.map(({ text }) => normalised(text));
  const lettered = options.some((option) => /^\(?[A-Za-z]\)?$/.test(option.trim()));
  return options.map((option, i) => {
    const key = normalised(option);
    const asListed = listed.find(
      ({ label }, at) => listedKeys[at] === key || label === option.trim(),
    );
    const names = [option];
    if (asListed !== undefined) names.push(asListed.label, asListed.text);
    else if (!lettered && listed.length === 0 && i < letters.length) names.push(letters.charAt(i));
    return { option, names };
  });
}

const mostWords = 6;

/** If no options are known, a short answer counts as one of them: "yes", "red", "the first". */
function unlisted(answer: string): string | null {
  const words = normalised(answer);
  return words === "" || words.split(" ").length > mostWords ? null : words;
}

/** One of a fixed set of options, in the spelling of the set. */
export function choiceReader(
  options: readonly string[] | undefined,
  question: string,
): AnswerReader<string> {
  const find = mentions(named(options, question));
  const isOpen = options === undefined && listedOptions(question).length === 0;
  const read = (reading: Reading, text: string): ReadAnswer<string> | null => {
    if (reading.answer === null) return null;
    const value =
      find(reading.answer) ??
      (isOpen ? unlisted(reading.answer) : null) ??
      (reading.answer === text ? null : find(reading.reasoning));
    return value === null ? null : { value, wording: value };
  };
  return { basis: "choice", read, same: (a, b) => a === b, key: (value) => value };
}
