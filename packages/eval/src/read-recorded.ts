import { getKindName, createReader, readReply } from "@rostrum/core/answers";
import type { AnswerKind, Reading } from "@rostrum/core/protocol";
import { readKnown } from "./read-known.ts";
import {
  findClosingSentences,
  findOpeningSentence,
  findStatedAnswers,
  narrowAnswer,
} from "./recorded/find-answers.ts";

/** Options of `readRecorded()`. */
export interface ReadRecordedOptions {
  /** How the answer is read. Default `auto`. */
  answer?: AnswerKind<unknown> | AnswerKind;
  /** The question, where it is known: `choice` and `number` look at it. */
  question?: string;
}

/** Answer read from a recorded reply. */
export interface RecordedAnswer {
  /** The answer in words, as a debate shows it. */
  answer: string;
  /** The answer as a value of its kind. For `auto` and `text`, the words. */
  value: unknown;
}

/**
 * Reads a reply that was recorded without marks, leniently: first as a debate does; then by the last label, field
 * or box that announces an answer; then by the last figure, formula or option in the sentences at its end. `null`
 * where there is none of these. A guess may be wrong, so use it for measuring: no debate reads replies this way.
 */
export function readRecorded(
  text: string,
  options: ReadRecordedOptions = {},
): RecordedAnswer | null {
  const kind = (options.answer ?? "auto") as AnswerKind<unknown>;
  const reader = createReader(kind, options.question ?? "");
  const read = (reading: Reading, from: string): RecordedAnswer | null => {
    const { answer } = reading;
    if (reader === null) return answer === null ? null : { answer, value: answer };
    const found = reader.read(reading, from);
    return found && { answer: found.wording, value: found.value };
  };
  const readFirst = (phrases: readonly string[]): RecordedAnswer | null => {
    for (const words of phrases.flatMap((phrase) => narrowAnswer(phrase, kind))) {
      const found = words === "" ? null : read(readKnown(words), words);
      if (found !== null) return found;
    }
    return null;
  };
  const strict = readReply(text);
  const asDebated = read(strict, text);
  // A reply that is its own answer as a whole may still announce one.
  const isMarked = asDebated !== null && strict.from !== "whole" && strict.from !== "line";
  if (isMarked) return asDebated;
  const name = getKindName(kind);
  const listEnds = Object.hasOwn(ENDS, name) ? ENDS[name] : undefined;
  // A value of a schema, a review, a draft or a caller's own kind is read as a whole.
  if (listEnds === undefined) return asDebated;
  return readFirst(findStatedAnswers(text)) ?? asDebated ?? readFirst(listEnds(text));
}

/** The sentences that an answer of each kind is looked for in, where nothing announces it. */
const ENDS: Readonly<Record<string, (text: string) => string[]>> = {
  number: findClosingSentences,
  math: findClosingSentences,
  choice: (text) => [...findClosingSentences(text), findOpeningSentence(text)],
  auto: () => [],
  text: () => [],
  exact: () => [],
};
