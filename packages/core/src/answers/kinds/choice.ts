import type { AnswerReader } from "../../protocol/answer.ts";
import { normaliseAnswer } from "../equality/normalise.ts";
import { unwrapAnswer } from "../reply/unwrap.ts";
import { trimEnd } from "../words/trim.ts";

/** An option, and its letter in the question. */
export interface NamedOption {
  /** Value in results: the option as configured, or the letter of an option in the question. */
  value: string;
  text: string;
  letter: string | null;
}

/** Options of a question: as configured, else as listed in the question. */
export function nameOptions(
  options: readonly string[] | undefined,
  question: string,
): NamedOption[] {
  const listed = findListedOptions(question);
  if (options === undefined) {
    return listed.map(({ label, text }) => ({ value: label, text, letter: label }));
  }
  return options.map((option) => {
    const key = foldOption(option);
    const listedOption = findOnly(
      listed,
      ({ label, text }) => foldOption(text) === key || label === option.trim(),
    );
    return {
      value: option,
      text: listedOption?.text ?? option,
      letter: listedOption?.label ?? null,
    };
  });
}

/** Words that may precede an option. */
const LEAD_IN = /^(?:option|choice|answer)\s+(?=\S)/i;

const removeLeadIn = (text: string): string =>
  unwrapAnswer(normaliseAnswer(text).replace(LEAD_IN, ""));

/** What reading compares of an option. */
const foldOption = (text: string): string => removeLeadIn(text).toLowerCase();

/** Two options that replies can't tell apart. `null`: all can be told apart. */
export function findIndistinct(options: readonly string[]): [string, string] | null {
  const byKey = new Map<string, string>();
  for (const option of options) {
    const key = foldOption(option);
    const twin = byKey.get(key);
    if (twin !== undefined) return [twin, option];
    byKey.set(key, option);
  }
  return null;
}

/** `undefined` if none or several match: an ambiguous reply is not read as the first. */
function findOnly<T>(items: readonly T[], matches: (item: T) => boolean): T | undefined {
  const [match, other] = items.filter(matches);
  return other === undefined ? match : undefined;
}

const LETTER_FIRST = /^\(?([a-z])(?:\)|[.:]|\)[.:])?(?:\s*[-–—:]?\s+(\S.*))?$/is;
const LETTER_LAST = /^(\S.*?)\s+\(([a-z])\)$/is;

/**
 * Reads a whole answer as one option: its text, its letter, or both. `null` for anything else, and if several options
 * are meant: one by its text, and one by its letter.
 */
export function readOption(answer: string, options: readonly NamedOption[]): string | null {
  const text = removeLeadIn(answer);
  if (text.length > 2000) return null;
  const key = text.toLowerCase();
  const first = LETTER_FIRST.exec(text);
  const last = first === null ? LETTER_LAST.exec(text) : null;
  const letter = (first?.[1] ?? last?.[2])?.toUpperCase();
  const optionText = first?.[2] ?? last?.[1];
  const isNamed = (option: NamedOption): boolean =>
    option.letter !== null &&
    option.letter === letter &&
    (optionText === undefined || foldOption(optionText) === foldOption(option.text));
  const isMeant = (option: NamedOption): boolean =>
    foldOption(option.text) === key || foldOption(option.value) === key || isNamed(option);
  return findOnly(options, isMeant)?.value ?? null;
}

/** Without known options, answers of at most this many words are accepted. */
const MAX_WORDS = 6;

/** Reads one of a fixed set of options, in the spelling of the set. */
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
    return text.includes("\n") || text.split(" ").length > MAX_WORDS ? null : text;
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

/** An option as listed in a question: "(B) Paris". */
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
 * Labels must run from A without a gap, unlike letters that occur by chance. The longest run counts, and the
 * last one of equal length: "(group A)" inside an option starts no new list.
 */
function findListedOptions(question: string): ListedOption[] {
  let currentRun: LabelPlace[] = [];
  let longest: LabelPlace[] = [];
  LABEL.lastIndex = 0;
  for (let hit = LABEL.exec(question); hit !== null; hit = LABEL.exec(question)) {
    const label = hit[1] ?? hit[2] ?? "";
    const place = { label, start: hit.index, end: LABEL.lastIndex };
    if (label === "A") currentRun = [place];
    else {
      // Both the longest run and the current one may continue here.
      for (const run of new Set([longest, currentRun])) {
        if (label === String.fromCharCode(65 + run.length)) run.push(place);
      }
    }
    if (currentRun.length >= longest.length) longest = currentRun;
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
