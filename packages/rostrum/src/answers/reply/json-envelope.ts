import type { Reading } from "../../protocol/answer.ts";
import { concludes } from "./conclusion.ts";
import type { Conclusion } from "./conclusion.ts";
import { readConfidence } from "./confidence.ts";
import { fieldOfKey } from "./fields.ts";
import type { Field } from "./fields.ts";
import { restoreLatex } from "./latex-escapes.ts";
import { innerAnswer, markedAnswer } from "./marked-answer.ts";
import { tidyAnswer } from "./tidy.ts";

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON as it came; a value too deep to write down is no answer anyone can compare. */
const compactJson = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
};

/** Left blank, or the template's own gap: no answer. */
const placeholder = /^[\s_.…]*$|^<[a-z ]{0,30}answer[a-z ]{0,20}>$/i;

/** The answer inside an answer field, as words. */
function wordsOf(value: unknown, depth: number): string | null {
  if (typeof value === "string") {
    const text = tidyAnswer(restoreLatex(value));
    if (placeholder.test(text)) return null;
    return innerAnswer(text);
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "object" || value === null || depth > 4) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (value.length === 1) return wordsOf(value[0], depth + 1);
    return value.some((item) => typeof item === "object")
      ? compactJson(value)
      : value.map(asText).join(", ");
  }
  const inner = answerIn(value as JsonObject, depth + 1);
  return inner ?? (Object.keys(value).length === 0 ? null : compactJson(value));
}

const pick = (object: JsonObject, field: Field): unknown => {
  if (object[field] !== undefined) return object[field];
  for (const key of Object.keys(object)) if (fieldOfKey(key) === field) return object[key];
  return undefined;
};

function answerIn(object: JsonObject, depth: number): string | null {
  if (object["answer"] !== undefined) return wordsOf(object["answer"], depth);
  const named = pick(object, "answer") ?? pick(object, "outcome");
  if (named !== undefined) return wordsOf(named, depth);
  if (depth > 4) return null;
  for (const value of Object.values(object)) {
    const inner = isObject(value) ? answerIn(value, depth + 1) : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** Says whether an object found in prose is meant as a reply: a stray `{…}` is not. */
export const holdsAnswer = (value: unknown): value is JsonObject =>
  isObject(value) && answerIn(value, 0) !== null;

export const isReplyObject = (value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).some((key) => fieldOfKey(key) !== undefined);

const asText = (value: unknown): string => {
  if (typeof value === "string") return restoreLatex(value).trim();
  if (Array.isArray(value)) return value.map(asText).filter(Boolean).join("\n");
  return value === undefined || value === null
    ? ""
    : typeof value === "object"
      ? compactJson(value)
      : String(value);
};

export function readYesNo(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  if (/^[\s*_"']*(?:yes|true|y|changed|i changed)\b/i.test(value)) return true;
  return /^[\s*_"']*(?:no|false|n|not changed|unchanged|none)\b/i.test(value) ? false : undefined;
}

/** An object without any known key is itself the answer, unless it has but one thing to say. */
function wholeAsAnswer(object: JsonObject): string | null {
  const own = Object.keys(object).filter((key) => fieldOfKey(key) === undefined);
  if (own.length === 0) return null;
  if (own.length === 1) return wordsOf(object[own[0] ?? ""], 1);
  return compactJson(object);
}

const valueOf = (conclusion: Conclusion | null): string | null =>
  conclusion?.value === true ? conclusion.content : null;

function readObject(object: JsonObject): Reading {
  const reasoning = asText(pick(object, "reasoning"));
  let answer = answerIn(object, 0);
  if (answer === null && pick(object, "answer") === undefined) {
    answer =
      wholeAsAnswer(object) ?? markedAnswer(reasoning)?.content ?? valueOf(concludes(reasoning));
  }
  const reading: Reading = {
    answer,
    reasoning,
    confidence: readConfidence(pick(object, "confidence")),
  };
  const justification = asText(pick(object, "justification"));
  if (justification !== "") reading.justification = justification;
  const changed = readYesNo(pick(object, "changed"));
  if (changed !== undefined) reading.claimedChange = changed;
  return reading;
}

/** A whole reply that is JSON of any shape. */
export function readJson(value: unknown, text: string): Reading {
  if (isObject(value)) return readObject(value);
  if (Array.isArray(value) && value.length > 1 && !value.some(isReplyObject)) {
    return { answer: text, reasoning: "", confidence: null };
  }
  if (Array.isArray(value)) {
    const last = value.findLast(isReplyObject);
    if (last !== undefined) return readObject(last);
  }
  return { answer: wordsOf(value, 0), reasoning: "", confidence: null };
}
