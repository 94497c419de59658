import type { Reading } from "../protocol/answer.ts";
import { readBuriedJson } from "./reply/read-buried-json.ts";
import { parseStrict, startsJson } from "./reply/find-json.ts";
import { readJson } from "./reply/json-envelope.ts";
import { readProse } from "./reply/read-prose.ts";
import { setThinkingApart } from "./reply/thinking.ts";
import { readSections } from "./reply/sections.ts";
import { dropEndMarks } from "./reply/tidy.ts";
import { withoutUnseen } from "../visible.ts";

const nothing = (reasoning: string): Reading => ({ answer: null, reasoning, confidence: null });

function readWholeJson(text: string): Reading | null {
  if (text === "null") return nothing("");
  if (!startsJson(text)) return null;
  const value = parseStrict(text);
  return value === undefined ? null : readJson(value, text);
}

function read(whole: string): Reading {
  const direct = readWholeJson(whole);
  if (direct !== null) return direct;
  const { said, thought } = setThinkingApart(whole);
  const body = dropEndMarks(said).trim();
  if (body === "") return nothing(thought);
  const reading =
    (body === whole ? null : readWholeJson(body)) ?? readBuriedJson(body) ?? readProse(body);
  if (reading.reasoning === "" && thought !== "") reading.reasoning = thought;
  return reading;
}

/** What nobody sees is not a part of an answer. */
function dropUnseen(reading: Reading): void {
  const { answer, verbatim, prose } = reading;
  const seen = answer === null ? null : withoutUnseen(answer);
  if (seen !== answer) reading.answer = seen?.trim() ?? null;
  if (verbatim !== undefined) reading.verbatim = withoutUnseen(verbatim);
  if (reading.verbatim === "" && verbatim !== "") delete reading.verbatim;
  if (prose !== undefined) reading.prose = withoutUnseen(prose);
}

/** Reads any reply of a model: what it answers, why, and how sure it says it is. Never throws. */
export function readReply(text: string, mark?: string): Reading {
  const { sections } = readSections(text, mark);
  const whole = (sections.length === 1 ? (sections[0] ?? "") : text).trim();
  if (whole === "") return nothing("");
  const reading = read(whole);
  dropUnseen(reading);
  // Only markup may have been there: an empty answer is not an answer.
  if (reading.answer?.trim() === "") reading.answer = null;
  return reading;
}
