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
import { markedAnswer } from "./marked-answer.ts";
import { tidyAnswer } from "./tidy.ts";

/** The usual case: one fenced block, and it parses. */
function readOnlyFence(text: string): Reading | null {
  const open = text.indexOf("```");
  if (open < 0 || text.indexOf("```", open + 3) < text.lastIndexOf("```")) return null;
  const body = fencedBody(text);
  if (body === null || !startsJson(body)) return null;
  const value = parseStrict(body);
  const reading = value === undefined ? null : readJson(value, body);
  return reading?.answer === null ? null : reading;
}

const openedReply =
  /\{\s*["“](?:reasoning|rationale|explanation|thoughts?|analysis|steps)["”]\s*:/i;

/** A reply cut off inside its reasoning: what stands there is a draft, unless it says that it is final. */
function readCutOff(text: string): Reading | null {
  if (!openedReply.test(text)) return null;
  const marked = markedAnswer(text);
  const answer = marked?.final === true ? marked.content : null;
  return { answer, reasoning: text, confidence: null };
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
  if (field !== null) return { answer: tidyAnswer(field), reasoning: text, confidence: null };
  const whole =
    objects.findLast(isReplyObject) ?? (startsJson(text) ? parseRepaired(text) : undefined);
  return typeof whole === "object" && whole !== null ? readJson(whole, text) : readCutOff(text);
}
