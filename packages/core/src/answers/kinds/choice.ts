import type { AnswerReader } from "../../protocol/answer.ts";
import { normaliseAnswer } from "../compare/normalise.ts";
import { unwrapAnswer } from "../reply/unwrap.ts";
import { trimEnd } from "../words/trim.ts";

/** An option, and the letter that the question gives it. */
export interface NamedOption {
  /** What a result says: the option as configured, or the letter where the options stand in the question. */
  value: string;
  text: string;
  letter: string | null;
}

/** The options of a question: as configured, else as the question lists them. */
export function nameOptions(
  options: readonly string[] | undefined,
  question: string,
): NamedOption[] {
  const listed = findListedOptions(question);
  if (options === undefined) {
    return listed.map(({ label, text }) => ({ value: label, text, letter: label }));
  }
  return options.map((option) => {
    const key = foldCase(option);
    const asListed = listed.find(
      ({ label, text }) => foldCase(text) === key || label === option.trim(),
    );
    return { value: option, text: asListed?.text ?? option, letter: asListed?.label ?? null };
  });
}

const foldCase = (text: string): string => normaliseAnswer(text).toLowerCase();

/** Words that may stand before an option and add nothing to it. */
const LEAD_IN = /^(?:option|choice|answer)\s+(?=\S)/i;
const LETTER_FIRST = /^\(?([a-z])(?:\)|[.:]|\)[.:])?(?:\s*[-–—:]?\s+(\S.*))?$/is;
const LETTER_LAST = /^(\S.*?)\s+\(([a-z])\)$/is;

/** Reads a whole answer as one option: its text, its letter, or both together. `null` for everything else. */
export function readOption(answer: string, options: readonly NamedOption[]): string | null {
  const text = unwrapAnswer(normaliseAnswer(answer).replace(LEAD_IN, ""));
  if (text.length > 2000) return null;
  const key = foldCase(text);
  const byText = options.find(
    (option) => foldCase(option.text) === key || foldCase(option.value) === key,
  );
  if (byText !== undefined) return byText.value;
  const first = LETTER_FIRST.exec(text);
  const last = first === null ? LETTER_LAST.exec(text) : null;
  const letter = (first?.[1] ?? last?.[2])?.toUpperCase();
  const byLetter = options.find((option) => option.letter !== null && option.letter === letter);
  if (byLetter === undefined) return null;
  const said = first?.[2] ?? last?.[1];
  return said === undefined || foldCase(said) === foldCase(byLetter.text) ? byLetter.value : null;
}

/** Where no options are known, an answer of at most this many words is one. */
const MOST_WORDS = 6;

/** One of a fixed set of options, in the spelling of the set. */
export function choiceReader(
  configured: readonly string[] | undefined,
  question: string,
): AnswerReader<string> {
  const options = nameOptions(configured, question);
  const read = (answer: string): string | null => {
    if (options.length > 0) return readOption(answer, options);
    const text = normaliseAnswer(answer);
    const letter = /^\(?([a-z])[).]?$/i.exec(text)?.[1];
    if (letter !== undefined) return letter.toUpperCase();
    return text.includes("\n") || text.split(" ").length > MOST_WORDS ? null : text;
  };
  return {
    basis: "choice",
    read({ answer, from }) {
      const value = answer === null || from === "whole" ? null : read(answer);
      return value === null ? null : { value, wording: value };
    },
    same: (a, b) => a.toLowerCase() === b.toLowerCase(),
    key: (value) => value.toLowerCase(),
  };
}

/** An option as a question lists it: "(B) Paris". */
interface ListedOption {
  label: string;
  text: string;
}

const LABEL = /(?:^|[\s,;:.?])\(?([A-Z])[).:]\s+|(?:^|[\s,;:.?])\(([A-Z])\)\s*/g;

interface LabelPlace {
  label: string;
  start: number;
  end: number;
}

/**
 * Labels must run from A without a gap: letters met by chance don't. Of several runs the longest counts, the last of
 * them if they are equally long: "(group A)" inside an option starts no new list.
 */
function findListedOptions(question: string): ListedOption[] {
  let marks: LabelPlace[] = [];
  let longest: LabelPlace[] = [];
  LABEL.lastIndex = 0;
  for (let hit = LABEL.exec(question); hit !== null; hit = LABEL.exec(question)) {
    const label = hit[1] ?? hit[2] ?? "";
    const place = { label, start: hit.index, end: LABEL.lastIndex };
    if (label === "A") marks = [place];
    else {
      // Both the list so far and one that began inside of it may go on here.
      for (const run of new Set([longest, marks])) {
        if (label === String.fromCharCode(65 + run.length)) run.push(place);
      }
    }
    if (marks.length >= longest.length) longest = marks;
    LABEL.lastIndex = Math.max(LABEL.lastIndex - 1, hit.index + 1);
  }
  if (longest.length < 2) return [];
  return longest.map(({ label, end }, i) => {
    const next = longest[i + 1]?.start ?? question.length;
    const line = question.slice(end, next);
    const stop = i === longest.length - 1 ? line.search(/\n/) : -1;
    return {
      label,
      text: trimEnd(stop >= 0 ? line.slice(0, stop) : line, ",;.").trim(),
    };
  });
}
