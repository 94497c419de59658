import { DEFAULT_SCALE, writeContentRequest, getKindName } from "../../answers/answer-kinds.ts";
import { toJsonSchema } from "../../answers/kinds/json-schema.ts";
import { listCriteria } from "../../answers/kinds/score.ts";
import { sectionLines } from "../../answers/reply/sections.ts";
import type { AnswerKind, ScoreKind } from "../../protocol/answer.ts";
import { findingsSchema, findingsTask } from "./findings-prompts.ts";
import type { ResolvedConfig, ResolvedVerify } from "../config/resolved-config.ts";
import { objectSchema, TEXT } from "./schemas.ts";
import { shorten } from "../../format.ts";

/** Settings that the instructions about a reply's form depend on. */
export interface ReplyEnding {
  /** The mark of the call. */
  mark: string;
  /** The debater has answered before. */
  revising: boolean;
  /** The provider enforces the schema. */
  enforced: boolean;
  /** The debater's confidence is used. */
  confidence: boolean;
  /** Runs the tests of findings. */
  verify?: ResolvedVerify | null;
  /** The material has a diff, for findings. Default: true. */
  hasDiff?: boolean;
}

/** Writes the instructions for a reply of an answer kind. Replies in other forms are read too. */
export function writeReplyEnding(
  kind: AnswerKind<unknown>,
  { mark, revising, enforced, confidence, verify = null, hasDiff = true }: ReplyEnding,
): string {
  const type = getKindName(kind);
  if (type === "draft") return "";
  const form = enforced ? OBJECT_ALONE : objectForm(mark);
  if (type === "findings") return `${findingsTask({ enforced, verify, hasDiff })}\n\n${form}`;
  if (type === "json") return `${writeJsonRequest(kind, revising, enforced)}\n\n${form}`;
  return sectionForm(mark, {
    content: writeContentRequest(kind),
    ...(confidence ? { confidence: PROBABILITY } : {}),
    revising,
  });
}

/** Schema of a whole reply, for providers that can enforce one; `null` if the kind has none. */
export function replySchema(
  { answer: kind, verify }: Pick<ResolvedConfig, "answer" | "verify">,
  revising: boolean,
): object | null {
  if (getKindName(kind) === "findings") return findingsSchema(verify);
  const answer = answerSchema(kind);
  if (answer === null) return null;
  return objectSchema({
    reasoning: TEXT,
    ...(revising ? { reason_for_change: TEXT } : {}),
    answer,
    confidence: { type: "number", description: PROBABILITY },
  });
}

/**
 * Asks for a JSON object. If a schema is enforced, the reasoning is a field of it; otherwise it comes before the
 * object.
 */
function writeJsonRequest(kind: AnswerKind<unknown>, revising: boolean, enforced: boolean): string {
  const fields = [
    ...(enforced ? ['"reasoning": "the steps that support it"'] : []),
    ...(revising ? ['"reason_for_change": "empty unless the answer itself changed"'] : []),
    '"answer": …',
    `"confidence": ${PROBABILITY}`,
  ];
  const schema = answerSchema(kind);
  const fitting = schema ? `, where "answer" fits this JSON Schema: ${JSON.stringify(schema)}` : "";
  return `Give your answer as one JSON object of the form {${fields.join(", ")}}${fitting}.`;
}

/** The JSON Schema of the answer; `null` if the kind has none. */
function answerSchema(kind: AnswerKind<unknown>): object | null {
  if (typeof kind === "string" || !("type" in kind) || kind.type !== "json") return null;
  return toJsonSchema(kind.schema);
}

/** Contents of an answer section and of the line after it. */
export interface SectionForm {
  /** Content between the marks. */
  content: string;
  /** Content of the line after the marks, if there is one. */
  confidence?: string;
  /** The debater has answered before. */
  revising?: boolean;
}

/** Asks for a section between the marks of a call. */
export function sectionForm(mark: string, { content, confidence, revising }: SectionForm): string {
  const { open, close } = sectionLines(mark);
  return (
    (confidence === undefined ? SECTION_LAST : CONFIDENCE_LAST) +
    (revising ? CHANGE : "") +
    `\n\n${open}\n<${content}>\n${close}` +
    (confidence === undefined ? "" : `\nConfidence: <${confidence}>`)
  );
}

const SECTION =
  "End your reply with this section. Copy both marked lines exactly, and write nothing";
const SECTION_LAST = `${SECTION} after them.`;
const CONFIDENCE_LAST = `${SECTION} but the confidence line after them.`;

const CHANGE =
  ' If your answer has changed in more than its wording, write a line "Reason for change: …" before the section.';

/** Asks for a JSON object between the marks of a call. */
export function objectForm(mark: string): string {
  const { open, close } = sectionLines(mark);
  return (
    "Write the object between these two lines, copied exactly, and write nothing after them:\n\n" +
    `${open}\n<the JSON object>\n${close}`
  );
}

/** Instruction for providers that enforce the schema. */
export const OBJECT_ALONE: string = "Reply with the JSON object alone.";

/** How sure a debater is, where an answer can be right or wrong. */
export const PROBABILITY: string = "the probability that this answer is right, from 0 to 1";

const ANY_ANSWER = 'a reply that states its answer, such as "Answer: …"';
const EXPECTED: Readonly<Record<string, string>> = {
  number: "a number",
  math: "a number or a formula",
  json: "JSON that fits the schema",
  findings: "one JSON object with the findings",
};

/** Describes the expected reply of an answer kind. */
export function describeAnswerForm(answer: AnswerKind<unknown>): string {
  if (typeof answer === "object") {
    if (!("type" in answer)) return "a reply that the answer kind's own `read` accepts";
    if (answer.type === "choice" && answer.options) {
      return `one of ${shortenLine(answer.options.join(", "), 100)}`;
    }
    if (answer.type === "score") return describeScoreForm(answer);
  }
  return EXPECTED[getKindName(answer)] ?? ANY_ANSWER;
}

const MAX_CRITERIA_CHARS = 200;

function describeScoreForm({ rubric, scale = DEFAULT_SCALE }: ScoreKind): string {
  const range = `number from ${scale[0]} to ${scale[1]}`;
  const criteria = listCriteria(rubric).map((name) => JSON.stringify(name));
  return criteria.length === 0
    ? `one ${range}`
    : `one JSON object with a ${range} for each of ${shortenLine(criteria.join(", "), MAX_CRITERIA_CHARS)}`;
}

/** One short line without control characters, because the text comes from models. */
export function shortenLine(text: string, maxChars: number): string {
  const line = shorten(text, 8 * maxChars).replaceAll(/[\p{C}\p{Z}]+/gu, " ");
  return shorten(line.trim(), maxChars);
}
