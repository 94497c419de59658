import type { Reading } from "../protocol/answer.ts";
import { isTooDeep } from "../thrown.ts";
import { removeInvisible } from "../visible.ts";
import { normaliseAnswer } from "./compare/normalise.ts";
import { isRecord } from "./machine-fields.ts";
import { type LineRemarks, readConfidence, readLastRemarks, readRemarks } from "./reply/remarks.ts";
import { withoutLoneItem } from "./reply/blocks.ts";
import { jsonObjectLines, parseJson } from "./reply/json-lines.ts";
import {
  hasTooManyLines,
  joinLines,
  type Line,
  readLines,
  withoutAnswerLabel,
} from "./reply/lines.ts";
import { readLabels } from "./reply/labels.ts";
import { restoreLatex } from "./reply/latex-escapes.ts";
import { readSections, withoutMarks } from "./reply/sections.ts";
import { setThinkingApart } from "./reply/thinking.ts";
import { unwrapAnswer, withoutFence } from "./reply/unwrap.ts";
import { isWithdrawn } from "./reply/withdrawal.ts";

/**
 * Reads a reply: what it answers, why, and how sure it says it is. Nothing is searched for: the answer is what
 * stands between the marks of this call, in the reply's one JSON object, under its one label, or the reply itself.
 * Never throws.
 */
export function readReply(text: string, mark?: string): Reading {
  const { said, thought } = setThinkingApart(removeInvisible(text));
  const reading = said === "" ? noAnswer("") : readSaid(said, mark);
  if (reading.answer !== null && !mayBeAnswer(reading.answer)) reading.answer = null;
  if (reading.answer !== null && reading.from !== "whole") {
    const bare = withoutStop(reading.answer);
    if (bare !== reading.answer) reading.verbatim = reading.answer;
    reading.answer = bare;
  }
  if (reading.answer?.trim() === "") reading.answer = null;
  if (reading.reasoning === "" && thought !== "") reading.reasoning = thought;
  return reading;
}

function readSaid(said: string, mark: string | undefined): Reading {
  const { sections, outside, isOpen } = readSections(said, mark);
  // What a section that never ends would have said is not known.
  if (isOpen) return noAnswer(outside);
  if (sections.length > 0) return readSection(sections, outside);
  const unmarked = mark === undefined ? said : withoutMarks(said, mark);
  return readJson(unmarked) ?? readProse(unmarked);
}

function readProse(said: string): Reading {
  const text = withoutFence(said) ?? said;
  // Lines take time. What has so many has an answer section, or stands as it is.
  if (hasTooManyLines(text)) return standAsWritten(text);
  const lines = readLines(text);
  return readLabelled(lines) ?? readUnlabelled(lines);
}

const noAnswer = (reasoning: string): Reading => ({ answer: null, reasoning, confidence: null });

/** Neither the prompt's own words, nor a refusal, nor JSON that nothing can walk. */
const mayBeAnswer = (answer: string): boolean =>
  !isPlaceholder(answer) && !isRefusal(answer) && !(startsJson(answer) && isTooDeep(answer));

/** The prompt's own words for the answer, copied. */
const isPlaceholder = (answer: string): boolean =>
  /^<[^<>\n]{0,80}\banswer\b[^<>\n]{0,80}>$/i.test(answer);

/** One section, or the same one several times. Two that differ leave open which is meant. */
function readSection(sections: readonly string[], outside: string): Reading {
  const [first = "", ...others] = sections;
  const words = first.trim();
  const same = others.every((other) => other.trim() === words);
  const inside = readLastRemarks(first);
  const around = readAround(outside);
  const answer = unwrapAnswer(withoutLoneItem(withoutAnswerLabel(inside.rest.trim())));
  const reading: Reading = {
    answer: same && answer !== "" ? answer : null,
    from: "section",
    reasoning: around.reasoning,
    confidence: readConfidence(around.confidence ?? inside.confidence),
  };
  const json = readOnlyJson(answer);
  if (same && json !== undefined) {
    reading.json = json;
    // An object with an answer field, as JSON replies have it, says its answer there.
    if (isRecord(json) && "answer" in json)
      return { ...fromObject(json, reading.reasoning), from: "section" };
  }
  return withReason(reading, around.reasonForChange ?? inside.reasonForChange);
}

/** What a reply says around its answer section. */
function readAround(outside: string): Pick<LineRemarks, "confidence" | "reasonForChange"> & {
  reasoning: string;
} {
  if (hasTooManyLines(outside))
    return { confidence: null, reasonForChange: null, reasoning: outside.trim() };
  const { rest, ...remarks } = readRemarks(readLines(outside));
  return { ...remarks, reasoning: joinLines(rest).trim() };
}

/** The lines of a fence that was around the whole object. */
const FENCE_LINE = /^[ \t]*```\w*[ \t]*$/gm;

/** The one JSON object that fills the reply, a fence or whole lines. */
function readJson(said: string): Reading | null {
  if (!said.includes("{") && !said.includes("[")) return null;
  const objects = jsonObjectLines(said);
  const [first, ...others] = objects.filter(({ value }) => "answer" in value);
  if (first !== undefined) {
    const answer = wordAnswer(first.value["answer"]);
    if (others.some(({ value }) => wordAnswer(value["answer"]) !== answer)) return noAnswer(said);
    const outside = said.slice(0, first.from) + said.slice(first.to);
    return fromObject(first.value, outside.replace(FENCE_LINE, "").trim());
  }
  const json = readOnlyJson(unwrapAnswer(said));
  if (json === undefined) return null;
  // Other JSON is read by the kinds that expect it; for the rest it is a reply like any other.
  return { ...readProse(said), json };
}

/** The JSON value that a text is, or the only object that fills whole lines of it. */
function readOnlyJson(text: string): unknown {
  const whole = startsJson(text) ? parseJson(text) : undefined;
  if (whole !== undefined) return whole;
  const objects = jsonObjectLines(text);
  return objects.length === 1 ? objects[0]?.value : undefined;
}

function fromObject(value: Record<string, unknown>, outside: string): Reading {
  const answer = wordAnswer(value["answer"]);
  const reasoning =
    typeof value["reasoning"] === "string" ? restoreLatex(value["reasoning"]).trim() : outside;
  const reading: Reading = {
    answer: answer === "" ? null : answer,
    from: "json",
    json: value,
    reasoning,
    confidence: readConfidence(value["confidence"]),
  };
  if (typeof value["changed"] === "boolean") reading.claimedChange = value["changed"];
  const reason = value["justification"] ?? value["reasonForChange"];
  return withReason(reading, typeof reason === "string" ? reason : null);
}

/** The value of an answer field, in words. */
function wordAnswer(value: unknown): string {
  if (typeof value === "string") return wordText(value);
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}

/** Space in a JSON string is part of it, as it is in quotation marks. */
function wordText(value: string): string {
  // An escape may stand for a character that nobody sees.
  const said = removeInvisible(restoreLatex(value));
  const bare = unwrapAnswer(said);
  return bare !== "" && bare === said.trim() ? said : bare;
}

/** One answer under labels. Where labels give different answers, the whole reply stands. */
function readLabelled(lines: readonly Line[]): Reading | null {
  const labels = readLabels(lines);
  const [first, ...others] = labels;
  if (first === undefined) return null;
  const { answer: said } = first;
  if (!others.every(({ answer }) => answer === said || isSameLabelled(answer, said)))
    return standWhole(lines, readRemarks(lines));
  const remarks = readRemarks(lines, first);
  const reading: Reading = {
    answer: isWithdrawn(lines, labels) ? null : first.answer,
    from: "label",
    reasoning: joinLines(remarks.rest).trim(),
    confidence: readConfidence(remarks.confidence),
  };
  return withReason(reading, remarks.reasonForChange);
}

/** "(B)" and "B" under two labels are one answer. */
function isSameLabelled(a: string, b: string): boolean {
  const fold = (answer: string): string =>
    normaliseAnswer(answer).replace(/^\(([A-Za-z])\)$/, "$1");
  return fold(a) === fold(b);
}

/** A reply of one line is its own answer; a longer one stands whole. */
function readUnlabelled(lines: readonly Line[]): Reading {
  const remarks = readRemarks(lines);
  const [line, ...others] = remarks.rest.filter(({ isBlank, isQuoted }) => !isBlank && !isQuoted);
  if (others.length > 0) return standWhole(lines, remarks);
  const isBareLabel = line?.label?.name === "answer" && line.label.behind === "";
  if (line === undefined || isBareLabel || isRefusal(line.text.trim()))
    return noAnswer(joinLines(lines));
  const answer = unwrapAnswer(line.text);
  const reading: Reading = {
    answer: answer === "" ? null : answer,
    from: "line",
    reasoning: "",
    confidence: readConfidence(remarks.confidence),
  };
  return withReason(reading, remarks.reasonForChange);
}

function standWhole(lines: readonly Line[], remarks: LineRemarks): Reading {
  const reading = standAsWritten(joinLines(remarks.rest));
  if (reading.answer === null) reading.reasoning = joinLines(lines);
  reading.confidence = readConfidence(remarks.confidence);
  return withReason(reading, remarks.reasonForChange);
}

function standAsWritten(said: string): Reading {
  const text = said.trim();
  const answer = text === "" || isRefusal(text) ? null : unwrapAnswer(text);
  return { answer, from: "whole", reasoning: answer === null ? text : "", confidence: null };
}

const NO_REASON = /^(?:none|n\/?a|no change|not changed|unchanged|-|–|—)?[.\s]*$/i;

function withReason(reading: Reading, reason: string | null): Reading {
  if (reason !== null && !NO_REASON.test(reason)) reading.justification = reason.trim();
  return reading;
}

/** Words whose stop belongs to them: initials, and a closed list of abbreviations. */
const ABBREVIATED = /^\W*(?:(?:\p{L}\.){2,}|(?:etc|Inc|Jr|Sr|Ltd|Co|Corp|St)\.)$/u;

/** A short answer without the stop of its sentence: "Paris." is Paris, "Washington, D.C." ends with its own. */
function withoutStop(answer: string): string {
  const ends = answer.endsWith(".") || answer.endsWith("。");
  if (!ends || answer.includes("\n") || answer.endsWith("..")) return answer;
  const last = answer.slice(answer.lastIndexOf(" ") + 1);
  if (ABBREVIATED.test(last)) return answer;
  return /[.!?]\s/.test(answer) ? answer : unwrapAnswer(answer.slice(0, -1));
}

const startsJson = (text: string): boolean => /^[{[]/.test(text);

const CANT = "(?:can['’]?t|can ?not|won['’]?t|am unable to|am not able to)";
const DONT = "(?:do not|don['’]t)";

/** How replies begin that decline to answer. The list is closed: anything else is taken for an answer. */
const OPENINGS: readonly string[] = [
  `sorry,?(?: but)? (?:i |that )?(?:${CANT}|['’]m unable|['’]m not able|${DONT} (?:know|have))`,
  `(?:unfortunately, )?i ${CANT} (?:help|assist|answer|comply|provide|discuss|fulfil)`,
  "i(?:['’]m| am) (?:unable|not able) to (?:help|assist|answer|comply|provide|discuss)",
  `i ${DONT} know(?=[.,;!]|$)`,
  `i ${DONT} have enough information`,
  `as an ai\\b[^.]{0,40}, i (?:${CANT}|${DONT})`,
];

const REFUSAL = new RegExp(
  `^(?:(?:i(?:['’]m| am) )?(?:very )?(?=sorry))?(?:${OPENINGS.join("|")})`,
  "i",
);

/** Whether a reply, or the answer in it, declines to answer. */
export const isRefusal = (reply: string): boolean => REFUSAL.test(reply.slice(0, 200));
