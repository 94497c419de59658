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
  /** Kind of the answer. Default `auto`. */
  answer?: AnswerKind<unknown> | AnswerKind;
  /** The question, if known: `choice` and `number` use it. */
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
    const parsed = reader.read(reading, from);
    return parsed && { answer: parsed.wording, value: parsed.value };
  };
  const readFirst = (phrases: readonly string[]): RecordedAnswer | null => {
    for (const candidate of phrases.flatMap((phrase) => narrowAnswer(phrase, kind))) {
      const recordedAnswer = candidate === "" ? null : read(readKnown(candidate), candidate);
      if (recordedAnswer !== null) return recordedAnswer;
    }
    return null;
  };
  const strict = readReply(text);
  const asDebated = read(strict, text);
  // A reply that was read as a whole or by its line may still announce an answer.
  const isMarked = asDebated !== null && strict.from !== "whole" && strict.from !== "line";
  if (isMarked) return asDebated;
  const name = getKindName(kind);
  const listCandidates = Object.hasOwn(CANDIDATE_SENTENCES, name)
    ? CANDIDATE_SENTENCES[name]
    : undefined;
  // Values of a schema, reviews, drafts and custom kinds are only read as a whole.
  if (listCandidates === undefined) return asDebated;
  return readFirst(findStatedAnswers(text)) ?? asDebated ?? readFirst(listCandidates(text));
}

/** Sentences to search for an answer of each kind, if nothing announces it. */
const CANDIDATE_SENTENCES: Readonly<Record<string, (text: string) => string[]>> = {
  number: findClosingSentences,
  math: findClosingSentences,
  choice: (text) => [...findClosingSentences(text), findOpeningSentence(text)],
  auto: () => [],
  text: () => [],
  exact: () => [],
};
