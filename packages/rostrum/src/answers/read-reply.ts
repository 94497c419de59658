import type { Reading } from "../protocol/answer.ts";
import { concludes } from "./reply/conclusion.ts";
import { embeddedObjects, fencedBody, lastAnswerField, parseRepaired, parseStrict } from "./reply/find-json.ts";
import { holdsAnswer, isReplyObject, readJson } from "./reply/json-envelope.ts";
import { readLabelled } from "./reply/read-labelled.ts";
import { markedAnswer } from "./reply/marked-answer.ts";
import { setThinkingApart } from "./reply/thinking.ts";
import { dropEndMarks, tidyAnswer } from "./reply/tidy.ts";

/** Beyond this, prose without any mark is an essay, not a value. */
const shortReply = 240;

const nothing = (reasoning: string): Reading => ({ answer: null, reasoning, confidence: null });

const startsJson = (code: number): boolean => code === 123 || code === 91 || code === 34;

function readWholeJson(text: string): Reading | null {
  if (text === "null") return nothing("");
  if (!startsJson(text.charCodeAt(0))) return null;
  const value = parseStrict(text);
  return value === undefined ? null : readJson(value, text);
}

const openedReply = /\{\s*["“](?:reasoning|rationale|explanation|thoughts?|analysis|steps)["”]\s*:/i;

/** A reply that carries its JSON in a fence, in prose, or broken. */
function readBuriedJson(text: string): Reading | null {
  if (text.includes("```")) {
    const body = fencedBody(text);
    const value = body === null || !startsJson(body.charCodeAt(0)) ? undefined : parseStrict(body);
    if (value !== undefined) {
      const reading = readJson(value, body ?? "");
      if (reading.answer !== null && text.indexOf("```", text.indexOf("```") + 3) >= text.lastIndexOf("```")) return reading;
    }
  }
  if (!text.includes("{")) return null;
  const objects = embeddedObjects(text);
  const last = objects.findLast(holdsAnswer);
  if (last !== undefined) return readJson(last, text);
  const field = lastAnswerField(text);
  if (field !== null) return { answer: tidyAnswer(field), reasoning: text, confidence: null };
  const whole = objects.findLast(isReplyObject) ?? (startsJson(text.charCodeAt(0)) ? parseRepaired(text) : undefined);
  if (typeof whole === "object" && whole !== null) return readJson(whole, text);
  // Cut off inside its reasoning: what stands there is a draft, unless it says that it is final.
  if (!openedReply.test(text)) return null;
  const marked = markedAnswer(text);
  return { answer: marked?.final === true ? marked.content : null, reasoning: text, confidence: null };
}

/** A quick look for marks of a final answer, which outrank a label before them. */
const marksFollow = (text: string, from: number): boolean =>
  text.indexOf("answer", from) >= 0 || text.indexOf("\\boxed", from) >= 0 || text.indexOf("####", from) >= 0;

function readProse(text: string): Reading {
  const labelled = readLabelled(text);
  if (labelled !== null && labelled.answer !== null && !marksFollow(text, labelled.end)) return labelled.reading;
  const marked = markedAnswer(text);
  if (labelled !== null && labelled.answer !== null && !(marked?.final === true && marked.start > labelled.end)) {
    return labelled.reading;
  }
  const aside = labelled?.reading;
  const rest = {
    confidence: aside?.confidence ?? null,
    ...(aside?.justification === undefined ? {} : { justification: aside.justification }),
    ...(aside?.claimedChange === undefined ? {} : { claimedChange: aside.claimedChange }),
  };
  if (marked !== null) return { answer: marked.content, reasoning: text, ...rest };
  const conclusion = concludes(text);
  if (conclusion?.value === true) return { answer: conclusion.content, reasoning: text, ...rest };
  if (text.length <= shortReply && !text.includes("\n\n")) {
    const answer = tidyAnswer(text);
    return { answer: answer === "" ? null : answer, reasoning: "", ...rest };
  }
  return { answer: conclusion?.content ?? text, reasoning: text, ...rest };
}

/** Reads any reply of a model: what it answers, why, and how sure it says it is. Never throws. */
export function readReply(text: string): Reading {
  const whole = text.trim();
  if (whole === "") return nothing("");
  const direct = readWholeJson(whole);
  if (direct !== null) return direct;
  const { said, thought } = setThinkingApart(whole);
  const body = dropEndMarks(said).trim();
  if (body === "") return nothing(thought);
  const reading = (body === whole ? null : readWholeJson(body)) ?? readBuriedJson(body) ?? readProse(body);
  if (reading.reasoning === "" && thought !== "") reading.reasoning = thought;
  return reading;
}
