import type { Reading } from "../../protocol/answer.ts";
import {
  embeddedSpans,
  fencedBlock,
  lastAnswerField,
  parseRepaired,
  parseStrict,
  type Span,
  startsJson,
} from "./find-json.ts";
import { fieldsIn, holdsAnswer, isReplyObject, readJson } from "./json-envelope.ts";
import { labelledSections } from "./labelled-lines.ts";
import { markedAnswer, wordsOfMark } from "./marked-answer.ts";
import { quoted } from "./quoted.ts";
import { tidyAnswer } from "./tidy.ts";

const longestRemark = 80;
const marks = /[\s`~.:]+/g;

const isRemark = (text: string): boolean => text.replace(marks, " ").length <= longestRemark;

const isLabelledIn = (text: string): boolean =>
  labelledSections(text).some(({ field }) => field === "answer");

/**
 * Code in a reply has objects too. One that has no more of a reply than an answer, or less, doesn't count if a line
 * after it is labelled as the answer; and with less, it counts only where the reply begins or ends.
 */
function isMeant(text: string, { value, from, to }: Span): boolean {
  const fields = fieldsIn(value);
  if (fields.size > 1) return true;
  if (isLabelledIn(text.slice(to))) return false;
  return fields.has("answer") || isRemark(text.slice(to)) || isRemark(text.slice(0, from));
}

/** The usual case: one fenced block, and it parses. */
function readOnlyFence(text: string): Reading | null {
  const open = text.indexOf("```");
  if (open < 0 || text.indexOf("```", open + 3) < text.lastIndexOf("```")) return null;
  const block = fencedBlock(text);
  if (block === null || !startsJson(block.body)) return null;
  const value = parseStrict(block.body);
  if (value === undefined || !isMeant(text, { value, ...block })) return null;
  const reading = readJson(value, block.body);
  return reading.answer === null && reading.verbatim === undefined ? null : reading;
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
  const objects = embeddedSpans(text);
  const meant = objects.filter((object) => isMeant(text, object)).map(({ value }) => value);
  const last = meant.findLast(holdsAnswer);
  if (last !== undefined) return readJson(last, text);
  if (objects.some(({ value }) => holdsAnswer(value))) return null;
  const field = lastAnswerField(text);
  if (field !== null) return { ...wordsOfField(field), reasoning: text, confidence: null };
  const whole =
    meant.findLast(isReplyObject) ?? (startsJson(text) ? parseRepaired(text) : undefined);
  return typeof whole === "object" && whole !== null ? readJson(whole, text) : readCutOff(text);
}
