import type { Reading } from "../../protocol/answer.ts";
import {
  embeddedObjects,
  fencedBody,
  lastAnswerField,
  parseRepaired,
  parseStrict,
  startsJson,
} from "./find-json.ts";
import { holdsAnswer, isReplyObject, readJson } from "./json-envelope.ts";
import { markedAnswer, wordsOfMark } from "./marked-answer.ts";
import { quoted } from "./quoted.ts";
import { tidyAnswer } from "./tidy.ts";

/** The usual case: one fenced block, and it parses. */
function readOnlyFence(text: string): Reading | null {
  const open = text.indexOf("```");
  if (open < 0 || text.indexOf("```", open + 3) < text.lastIndexOf("```")) return null;
  const body = fencedBody(text);
  if (body === null || !startsJson(body)) return null;
  const value = parseStrict(body);
  const reading = value === undefined ? null : readJson(value, body);
  return reading?.answer === null && reading.verbatim === undefined ? null : reading;
}

const openedReply =
  /\{\s*["“](?:reasoning|rationale|explanation|thoughts?|analysis|steps)["”]\s*:/i;

/** A reply that was cut off inside its reasoning has only a draft, unless it says that it is final. */
function readCutOff(text: string): Reading | null {
  if (!openedReply.test(text)) return null;
  const marked = markedAnswer(text);
  const words = marked?.final === true ? wordsOfMark(marked) : { answer: null };
  return { ...words, reasoning: text, confidence: null };
}

/** The raw text of a field as words: unescaped, and verbatim if it is in quotation marks. */
function wordsOfField(field: string): Pick<Reading, "answer" | "verbatim"> {
  if (!field.startsWith('"')) return { answer: tidyAnswer(field) };
  const raw = field.slice(1);
  const unescaped = parseStrict(`"${raw}"`);
  const verbatim = typeof unescaped === "string" ? unescaped : raw;
  return { answer: tidyAnswer(raw), verbatim: quoted(verbatim) ?? verbatim };
}

/** A reply that carries its JSON in a fence, in prose, or broken; the last block with an answer counts. */
export function readBuriedJson(text: string): Reading | null {
  const fenced = readOnlyFence(text);
  if (fenced !== null) return fenced;
  if (!text.includes("{")) return null;
  const objects = embeddedObjects(text);
  const last = objects.findLast(holdsAnswer);
  if (last !== undefined) return readJson(last, text);
  const field = lastAnswerField(text);
  if (field !== null) return { ...wordsOfField(field), reasoning: text, confidence: null };
  const whole =
    objects.findLast(isReplyObject) ?? (startsJson(text) ? parseRepaired(text) : undefined);
  return typeof whole === "object" && whole !== null ? readJson(whole, text) : readCutOff(text);
}
