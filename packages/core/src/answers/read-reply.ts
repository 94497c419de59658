import type { Reading } from "../protocol/answer.ts";
import { isPlainObject, isTooDeep } from "../thrown.ts";
import { removeInvisible } from "../visible.ts";
import { normaliseAnswer } from "./equality/normalise.ts";
import { type LineRemarks, readConfidence, readLastRemarks, readRemarks } from "./reply/remarks.ts";
import { removeSingleItemMark } from "./reply/blocks.ts";
import { jsonObjectLines, readWrittenJson, type WrittenJson } from "./reply/json-lines.ts";
import { findUncertainFields } from "./reply/repeated-keys.ts";
import {
  hasTooManyLines,
  joinLines,
  type Line,
  readLines,
  removeAnswerLabel,
} from "./reply/lines.ts";
import { readLabels } from "./reply/labels.ts";
import { restoreLatex } from "./reply/latex-escapes.ts";
import { readSections, withoutMarks } from "./reply/sections.ts";
import { splitThinking } from "./reply/thinking.ts";
import { unwrapAnswer, readInsideFence } from "./reply/unwrap.ts";
import { isWithdrawn, withoutJudgements } from "./reply/withdrawal.ts";

/**
 * Reads a reply: its answer, its reasoning, and its confidence. Nothing is guessed: the answer is between the
 * marks of this call, in the reply's only JSON object, after its only label, or the reply itself. Never
 * throws.
 */
export function readReply(text: string, mark?: string): Reading {
  const { visibleText, thoughts } = splitThinking(removeInvisible(text));
  const reading = visibleText === "" ? createEmptyReading("") : readVisible(visibleText, mark);
  if (reading.answer !== null && !mayBeAnswer(reading.answer)) reading.answer = null;
  if (reading.answer !== null && reading.from !== "whole") {
    const bare = removeFinalPeriod(reading.answer);
    if (bare !== reading.answer) reading.verbatim = reading.answer;
    reading.answer = bare;
  }
  if (reading.answer?.trim() === "") reading.answer = null;
  if (reading.reasoning === "" && thoughts !== "") reading.reasoning = thoughts;
  // Thoughts and strings of JSON may contain marks too.
  if (mark !== undefined) reading.reasoning = withoutMarks(reading.reasoning, mark);
  return reading;
}

function readVisible(visibleText: string, mark: string | undefined): Reading {
  const { sections, outside, isOpen } = readSections(visibleText, mark);
  if (isOpen) return { ...createEmptyReading(outside), isOpen };
  if (sections.length > 0) return readSection(sections, outside);
  const unmarked = mark === undefined ? visibleText : withoutMarks(visibleText, mark);
  return readJson(unmarked) ?? readProse(unmarked);
}

function readProse(visibleText: string): Reading {
  const text = readInsideFence(visibleText) ?? visibleText;
  // Splitting lines takes time. A reply with this many lines has an answer section, or counts as a whole.
  if (hasTooManyLines(text)) return readAsWhole(text);
  const lines = readLines(text);
  return readLabelled(lines) ?? readUnlabelled(lines);
}

const createEmptyReading = (reasoning: string): Reading => ({
  answer: null,
  reasoning,
  confidence: null,
});

/** Excludes copied placeholders, refusals, and JSON that is nested too deep. */
const mayBeAnswer = (answer: string): boolean =>
  !isPlaceholder(answer) && !isRefusal(answer) && !(startsJson(answer) && isTooDeep(answer));

/** A copied placeholder of the prompt. */
const isPlaceholder = (answer: string): boolean =>
  /^<[^<>\n]{0,80}\banswer\b[^<>\n]{0,80}>$/i.test(answer);

/** Reads one section, or several equal ones. Different sections leave the answer open. */
function readSection(sections: readonly string[], outside: string): Reading {
  const [first = "", ...otherSections] = sections;
  const firstAnswer = first.trim();
  const areSame = otherSections.every((other) => other.trim() === firstAnswer);
  const inside = readLastRemarks(first);
  const remarksAround = readAround(outside);
  const answer = unwrapAnswer(removeSingleItemMark(removeAnswerLabel(inside.rest.trim())));
  const reading: Reading = {
    answer: areSame && answer !== "" ? answer : null,
    from: "section",
    reasoning: remarksAround.reasoning,
    confidence: readConfidence(remarksAround.confidence ?? inside.confidence),
  };
  if (!areSame) reading.differ = "answer sections";
  const json = areSame ? readOnlyJson(answer) : null;
  if (json !== null) {
    // An object with an answer field contains the answer there.
    if (isPlainObject(json.value) && "answer" in json.value)
      return { ...readAnswerObject(json, reading.reasoning), from: "section" };
    Object.assign(reading, readOtherJson(json));
  }
  return withReason(reading, remarksAround.reasonForChange ?? inside.reasonForChange);
}

/** Remarks and reasoning outside the answer section. */
function readAround(outside: string): Pick<LineRemarks, "confidence" | "reasonForChange"> & {
  reasoning: string;
} {
  if (hasTooManyLines(outside))
    return { confidence: null, reasonForChange: null, reasoning: outside.trim() };
  const { rest, ...remarks } = readRemarks(readLines(outside));
  return { ...remarks, reasoning: joinLines(rest).trim() };
}

/** Lines of a fence around the object. */
const FENCE_LINE = /^[ \t]*```\w*[ \t]*$/gm;

/** A reply with more objects is data. Parsing all of them would block a server. */
const MAX_OBJECTS = 1000;

/** Reads the only JSON object that fills the reply, a fence or whole lines. */
function readJson(visibleText: string): Reading | null {
  if (!visibleText.includes("{") && !visibleText.includes("[")) return null;
  const objects = jsonObjectLines(visibleText, MAX_OBJECTS + 1);
  if (objects.length > MAX_OBJECTS) return null;
  const answers = objects.filter(({ value }) => "answer" in value);
  const [first, ...otherObjects] = answers;
  if (first !== undefined) {
    const uncertain = answers.map(({ from, to }) =>
      findUncertainFields(visibleText.slice(from, to)),
    );
    if (uncertain.some((fields) => fields.has("answer")))
      return { ...createEmptyReading(visibleText), differ: REPEATED_FIELDS };
    const answer = formatAnswerField(first.value["answer"]);
    if (otherObjects.some(({ value }) => formatAnswerField(value["answer"]) !== answer))
      return { ...createEmptyReading(visibleText), differ: "JSON objects" };
    const outside = visibleText.slice(0, first.from) + visibleText.slice(first.to);
    const json = { value: first.value, uncertain: uncertain[0] ?? new Set<string>() };
    return readAnswerObject(json, outside.replace(FENCE_LINE, "").trim());
  }
  const json = readOnlyJson(unwrapAnswer(visibleText));
  if (json === null) return null;
  // Other JSON is read by the kinds that expect it; other kinds treat it like any reply.
  return { ...readProse(visibleText), ...readOtherJson(json) };
}

/** JSON without an answer field: uncertain in one field, it is uncertain as a whole. */
const readOtherJson = ({ value, uncertain }: WrittenJson): Partial<Reading> =>
  uncertain.size > 0 ? { differ: REPEATED_FIELDS } : { json: value };

const REPEATED_FIELDS = "JSON fields of one name";

/** JSON value of a whole text, or the only object that fills whole lines of it. */
function readOnlyJson(text: string): WrittenJson | null {
  const whole = startsJson(text) ? readWrittenJson(text) : null;
  if (whole !== null) return whole;
  const [object, ...others] = jsonObjectLines(text, 2);
  if (object === undefined || others.length > 0) return null;
  const { value, from, to } = object;
  return { value, uncertain: findUncertainFields(text.slice(from, to)) };
}

function readAnswerObject(json: WrittenJson, outside: string): Reading {
  if (json.uncertain.has("answer"))
    return { ...createEmptyReading(outside), differ: REPEATED_FIELDS };
  const value = withoutFields(json.value as Record<string, unknown>, json.uncertain);
  const answer = formatAnswerField(value["answer"]);
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

/** Other fields than the answer count as missing if they are uncertain. */
const withoutFields = (
  value: Record<string, unknown>,
  names: ReadonlySet<string>,
): Record<string, unknown> =>
  names.size === 0
    ? value
    : Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));

/** Answer field as text. */
function formatAnswerField(value: unknown): string {
  if (typeof value === "string") return cleanText(value);
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}

/** Whitespace in a JSON string is significant, as in quotation marks. */
function cleanText(value: string): string {
  // An escape may represent an invisible character.
  const visibleText = removeInvisible(restoreLatex(value));
  const bare = unwrapAnswer(visibleText);
  return bare !== "" && bare === visibleText.trim() ? visibleText : bare;
}

/** Reads one answer after labels. If labels give different answers, the full reply counts. */
function readLabelled(lines: readonly Line[]): Reading | null {
  const labels = withoutJudgements(lines, readLabels(lines));
  const [first, ...otherLabels] = labels;
  if (first === undefined) return null;
  const isSame = ({ answer }: { answer: string }): boolean =>
    answer === first.answer || foldLabelled(answer) === foldLabelled(first.answer);
  if (!otherLabels.every(isSame)) return readAsWholeWithRemarks(lines, readRemarks(lines));
  const remarks = readRemarks(lines, first);
  const reading: Reading = {
    answer: isWithdrawn(lines, labels) ? null : first.answer,
    from: "label",
    reasoning: joinLines(remarks.rest).trim(),
    confidence: readConfidence(remarks.confidence),
  };
  return withReason(reading, remarks.reasonForChange);
}

/** "(B)" and "B" after two labels are one answer. */
const foldLabelled = (answer: string): string =>
  normaliseAnswer(answer).replace(/^\(([A-Za-z])\)$/, "$1");

/** A reply of one line is its own answer; a longer one counts as a whole. */
function readUnlabelled(lines: readonly Line[]): Reading {
  const remarks = readRemarks(lines);
  const [line, ...otherLines] = remarks.rest.filter(
    ({ isBlank, isQuoted }) => !isBlank && !isQuoted,
  );
  if (otherLines.length > 0) return readAsWholeWithRemarks(lines, remarks);
  const isBareLabel = line?.label?.name === "answer" && line.label.textAfterLabel === "";
  if (line === undefined || isBareLabel || isRefusal(line.text.trim()))
    return createEmptyReading(joinLines(lines));
  const answer = unwrapAnswer(line.text);
  const reading: Reading = {
    answer: answer === "" ? null : answer,
    from: "line",
    reasoning: "",
    confidence: readConfidence(remarks.confidence),
  };
  return withReason(reading, remarks.reasonForChange);
}

function readAsWholeWithRemarks(lines: readonly Line[], remarks: LineRemarks): Reading {
  const reading = readAsWhole(joinLines(remarks.rest));
  if (reading.answer === null) reading.reasoning = joinLines(lines);
  reading.confidence = readConfidence(remarks.confidence);
  return withReason(reading, remarks.reasonForChange);
}

function readAsWhole(visibleText: string): Reading {
  const text = visibleText.trim();
  const answer = text === "" || isRefusal(text) ? null : unwrapAnswer(text);
  return { answer, from: "whole", reasoning: answer === null ? text : "", confidence: null };
}

const NO_REASON = /^(?:none|n\/?a|no change|not changed|unchanged|-|–|—)?[.\s]*$/i;

function withReason(reading: Reading, reason: string | null): Reading {
  if (reason !== null && !NO_REASON.test(reason)) reading.justification = reason.trim();
  return reading;
}

/** Words that end with a period: initials, and a closed list of abbreviations. */
const ABBREVIATED = /^\W*(?:(?:\p{L}\.){2,}|(?:etc|Inc|Jr|Sr|Ltd|Co|Corp|St)\.)$/u;

/** Removes the final period of a short answer: "Paris." is Paris, but "Washington, D.C." keeps its period. */
function removeFinalPeriod(answer: string): string {
  const ends = answer.endsWith(".") || answer.endsWith("。");
  if (!ends || answer.includes("\n") || answer.endsWith("..")) return answer;
  const last = answer.slice(answer.lastIndexOf(" ") + 1);
  if (ABBREVIATED.test(last)) return answer;
  return /[.!?]\s/.test(answer) ? answer : unwrapAnswer(answer.slice(0, -1));
}

const startsJson = (text: string): boolean => /^[{[]/.test(text);

const CANT = "(?:can['’]?t|can ?not|won['’]?t|am unable to|am not able to)";
const DONT = "(?:do not|don['’]t)";

/** Closed list of beginnings by which replies decline to answer. Anything else is an answer. */
const REFUSAL_OPENINGS: readonly string[] = [
  `sorry,?(?: but)? (?:i |that )?(?:${CANT}|['’]m unable|['’]m not able|${DONT} (?:know|have))`,
  `(?:unfortunately, )?i ${CANT} (?:help|assist|answer|comply|provide|discuss|fulfil)`,
  "i(?:['’]m| am) (?:unable|not able) to (?:help|assist|answer|comply|provide|discuss)",
  `i ${DONT} know(?=[.,;!]|$)`,
  `i ${DONT} have enough information`,
  `as an ai\\b[^.]{0,40}, i (?:${CANT}|${DONT})`,
];

const REFUSAL = new RegExp(
  `^(?:(?:i(?:['’]m| am) )?(?:very )?(?=sorry))?(?:${REFUSAL_OPENINGS.join("|")})`,
  "i",
);

/** True if a reply, or the answer in it, declines to answer. */
const isRefusal = (reply: string): boolean => REFUSAL.test(reply.slice(0, 200));
