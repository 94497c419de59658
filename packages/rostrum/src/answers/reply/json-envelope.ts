import type { Reading } from "../../protocol/answer.ts";
import { concludes } from "./conclusion.ts";
import type { Conclusion } from "./conclusion.ts";
import { readConfidence } from "./confidence.ts";
import { fieldOfKey } from "./fields.ts";
import type { Field } from "./fields.ts";
import { restoreLatex } from "./latex-escapes.ts";
import { innerAnswer, markedAnswer, wordsOfMark } from "./marked-answer.ts";
import { quoted } from "./quoted.ts";
import { tidyAnswer } from "./tidy.ts";

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON unchanged. A value too deep to write down can't be compared, so it is not an answer. */
const compactJson = (value: unknown): string => {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
};

/** The template's placeholder: not an answer. */
const template = /^<[a-z ]{0,30}answer[a-z ]{0,20}>$/i;
/** Left blank. */
const blank = /^[\s_.…]*$/;

/** An answer as words; `verbatim` where it is text whose every character counts. */
type Words = Pick<Reading, "answer" | "verbatim">;

const noWords: Words = { answer: null };

function wordsOfText(value: string): Words {
  const whole = restoreLatex(value);
  const text = tidyAnswer(whole);
  if (value === "" || template.test(text)) return noWords;
  const verbatim = quoted(whole) ?? whole;
  // For a kind that compares words there is nothing here; one that compares characters has some.
  if (blank.test(text)) return { answer: null, verbatim };
  const inner = innerAnswer(text);
  return inner.answer === text && !whole.startsWith("\\boxed") ? { answer: text, verbatim } : inner;
}

/** The answer inside an answer field. */
function wordsOf(value: unknown, depth: number): Words {
  if (typeof value === "string") return wordsOfText(value);
  if (typeof value === "number" || typeof value === "boolean") return { answer: String(value) };
  if (typeof value !== "object" || value === null || depth > 4) return noWords;
  if (Array.isArray(value)) {
    if (value.length === 0) return noWords;
    if (value.length === 1) return wordsOf(value[0], depth + 1);
    return value.some((item) => typeof item === "object")
      ? asWhole(value)
      : { answer: value.map(asText).join(", ") };
  }
  const inner = answerIn(value as JsonObject, depth + 1);
  if (isSaid(inner)) return inner;
  return Object.keys(value).length === 0 ? noWords : asWhole(value);
}

const isSaid = ({ answer, verbatim }: Words): boolean => answer !== null || verbatim !== undefined;

function asWhole(value: object): Words {
  const answer = compactJson(value);
  return { answer, verbatim: answer };
}

const pick = (object: JsonObject, field: Field): unknown => {
  if (object[field] !== undefined) return object[field];
  for (const key of Object.keys(object)) if (fieldOfKey(key) === field) return object[key];
  return undefined;
};

function answerIn(object: JsonObject, depth: number): Words {
  if (object["answer"] !== undefined) return wordsOf(object["answer"], depth);
  const named = pick(object, "answer") ?? pick(object, "outcome");
  if (named !== undefined) return wordsOf(named, depth);
  if (depth > 4) return noWords;
  for (const value of Object.values(object)) {
    const inner = isObject(value) ? answerIn(value, depth + 1) : noWords;
    if (isSaid(inner)) return inner;
  }
  return noWords;
}

/** Says whether an object found in prose is meant as a reply: a stray `{…}` is not. */
export const holdsAnswer = (value: unknown): value is JsonObject =>
  isObject(value) && isSaid(answerIn(value, 0));

/** The parts of a reply that an object names. `{ option: "fast" }` names one, and may be any code. */
export const fieldsIn = (value: unknown): Set<Field | undefined> => {
  const fields = new Set(isObject(value) ? Object.keys(value).map(fieldOfKey) : []);
  fields.delete(undefined);
  return fields;
};

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

/** An object without any known key is itself the answer, unless it has only one field. */
function wholeAsAnswer(object: JsonObject): Words {
  const own = Object.keys(object).filter((key) => fieldOfKey(key) === undefined);
  if (own.length === 0) return noWords;
  if (own.length === 1) return wordsOf(object[own[0] ?? ""], 1);
  return asWhole(object);
}

const valueOf = (conclusion: Conclusion | null): string | null =>
  conclusion?.value === true ? conclusion.content : null;

/** The conclusion of the reasoning, if no field has an answer. */
function wordsInReasoning(reasoning: string): Words {
  const marked = markedAnswer(reasoning);
  return marked === null ? { answer: valueOf(concludes(reasoning)) } : wordsOfMark(marked);
}

function readObject(object: JsonObject): Reading {
  const reasoning = asText(pick(object, "reasoning"));
  let words = answerIn(object, 0);
  if (!isSaid(words) && pick(object, "answer") === undefined) {
    const whole = wholeAsAnswer(object);
    words = isSaid(whole) ? whole : wordsInReasoning(reasoning);
  }
  const confidence = readConfidence(pick(object, "confidence"));
  const reading: Reading = { answer: words.answer, reasoning, confidence };
  if (words.verbatim !== undefined) reading.verbatim = words.verbatim;
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
    return { answer: text, verbatim: text, reasoning: "", confidence: null };
  }
  if (Array.isArray(value)) {
    const last = value.findLast(isReplyObject);
    if (last !== undefined) return readObject(last);
  }
  return { ...wordsOf(value, 0), reasoning: "", confidence: null };
}
