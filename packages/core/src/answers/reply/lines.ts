import { trimEnd } from "../words/trim.ts";

/** A classified line of a reply. */
export interface Line {
  text: string;
  /** Label at the start of the line. */
  label: AnswerLabel | null;
  isBlank: boolean;
  isQuoted: boolean;
  /** True inside a fence without an answer label. */
  isCode: boolean;
  /** Backticks or tildes of a fence, if the line opens or closes one. */
  fence: string | null;
}

/** Indexes of the first and the last line. */
export interface LineRange {
  from: number;
  to: number;
}

/** Longer replies are not split: no person writes them, and it would block a server. */
const MAX_LINES = 20_000;

export function hasTooManyLines(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= MAX_LINES; at = text.indexOf("\n", at + 1))
    lines += 1;
  return lines > MAX_LINES;
}

/** Splits a reply into lines. Each remark gets its own line. */
export function readLines(text: string): Line[] {
  const lines = text.split("\n").map(readLine);
  markCodeLines(lines);
  return lines.flatMap((line) => {
    const parts = line.isCode || line.isQuoted ? [] : splitRemarks(line.text);
    return parts.length > 1 ? parts.map(readLine) : [line];
  });
}

export function readLine(text: string): Line {
  const visible = text.trimStart();
  return {
    text,
    label: readLabel(text),
    isBlank: visible === "",
    isQuoted: visible.startsWith(">"),
    isCode: false,
    fence: readFence(visible),
  };
}

export const joinLines = (lines: readonly Line[]): string =>
  lines.map(({ text }) => text).join("\n");

/** Mark of the fence at the start of a text. */
export const readFence = (text: string): string | null =>
  /^(?:`{3,}|~{3,})/.exec(text)?.[0] ?? null;

/** Labels of the prompt that follow other text in the same line. */
const REMARK = /[*_`]{0,3}\b(?:Confidence|Reason for change)[*_`]{0,3}\s{0,3}[:：=]/g;

function splitRemarks(line: string): string[] {
  // Ignore a label at the start of the line.
  if (!line.includes("Confidence", 1) && !line.includes("Reason for change", 1)) return [line];
  const parts: string[] = [];
  let from = 0;
  REMARK.lastIndex = 0;
  for (let hit = REMARK.exec(line); hit !== null; hit = REMARK.exec(line)) {
    const preceding = line.slice(from, hit.index);
    const trimmed = removeFinalDash(trimEnd(preceding, ",;|([—–"));
    // The label is part of a word or of a longer label, or it starts the line.
    if (trimmed === preceding || !/[\p{L}\p{N}]/u.test(trimmed)) continue;
    parts.push(trimmed);
    from = hit.index;
  }
  return [...parts, line.slice(from)];
}

/** Removes a final dash after a space. */
const removeFinalDash = (text: string): string =>
  /^\s-$/.test(text.slice(-2)) ? text.slice(0, -2) : text;

/** Sets `isCode` of all lines. */
function markCodeLines(lines: readonly Line[]): void {
  for (let at = 0; at < lines.length; at++) {
    const fence = lines[at]?.fence ?? null;
    if (fence === null) continue;
    const end = findFenceEnd(lines, at, fence);
    const fenced = lines.slice(at, end + 1);
    const isLabelled = fenced.some(({ label }) => label?.name === "answer");
    if (!isLabelled) for (const line of fenced) line.isCode = true;
    at = end;
  }
}

/** Line that closes the fence opened at a line. An unclosed fence ends with the text. */
export function findFenceEnd(lines: readonly Line[], at: number, fence: string): number {
  for (let end = at + 1; end < lines.length; end++)
    if (lines[end]?.fence?.startsWith(fence)) return end;
  return lines.length - 1;
}

/*
 * Closed lists of labels, and how a line that starts with one is read. Headings, list marks, emphasis and check marks
 * may precede a label.
 */

/** Text that may precede a label in its line. */
const LEAD =
  /^\s*(?:(?:#{1,6}|[-*+•]|\d{1,2}[.)])\s+)*[✅✔✓☑]?\ufe0f?\s*([*_`]{0,3})[✅✔✓☑]?\ufe0f?\s*/;

const ANSWER =
  "(?:(?:so|thus|therefore|hence),?\\s+)?(?:(?:the|my)\\s+)?(?:final\\s+|correct\\s+)?answer";

/** An `outcome` counts as an answer only if there is no `answer` label. */
export type LabelName = "answer" | "outcome" | "confidence" | "reasonForChange" | "reason";

/** Pattern of each label. */
const LABELS: Readonly<Record<LabelName, string>> = {
  answer: ANSWER,
  outcome:
    "(?:(?:the|my)\\s+)?(?:final\\s+)?(?:verdict|bottom line|tl;?dr|recommendation|conclusion)",
  confidence: "(?:my\\s+)?confidence(?:\\s+(?:level|score))?(?:\\s*\\([^)\\n]{0,60}\\))?",
  reasonForChange: "reason\\s+for\\s+(?:the\\s+)?chang(?:e|ing)",
  reason: "reason(?:s|ing)?",
};

const NAMES = Object.keys(LABELS) as LabelName[];

/** Separator between a label and its text. */
const SEPARATOR = '(?:(?:is|=)\\s*[:：]|is(?=$|[\\s*_`$"“])|[:：=—→]|->)';

/** Emphasis of a label may end before or after the separator, or after the answer. */
const LABEL = new RegExp(
  `(?:(${Object.values(LABELS).join(")|(")}))([*_\`]{0,3})\\s*(?:${SEPARATOR}(.*))?$`,
  "isy",
);

/** An answer label anywhere in a line. */
export const ANSWER_IN_LINE: RegExp = new RegExp(
  `(?<![\\p{L}\\p{N}'’])${ANSWER}[*_\`]{0,3}\\s*${SEPARATOR}`,
  "giu",
);

export interface AnswerLabel {
  name: LabelName;
  /** Text after the label in its line. */
  textAfterLabel: string;
  /** Closing mark of emphasis that was opened before the label and is still open. */
  closing: string;
}

/** Reads the label at the start of a line. `null` if there is none. */
export function readLabel(line: string): AnswerLabel | null {
  const lead = LEAD.exec(line);
  LABEL.lastIndex = lead?.[0].length ?? 0;
  const hit = LABEL.exec(line);
  if (hit === null) return null;
  const name = NAMES.find((_, at) => hit[at + 1] !== undefined) as LabelName;
  const behind = hit[NAMES.length + 2];
  // Only labels of answers may be alone on their line.
  if (behind === undefined && name !== "answer" && name !== "outcome") return null;
  const openingMark = lead?.[1] ?? "";
  const labelText = behind ?? "";
  if (openingMark === "") return { name, textAfterLabel: labelText.trim(), closing: "" };
  const closing = [...openingMark].reverse().join("");
  if (hit[NAMES.length + 1] === closing)
    return { name, textAfterLabel: labelText.trim(), closing: "" };
  return labelText.startsWith(closing)
    ? { name, textAfterLabel: labelText.slice(closing.length).trim(), closing: "" }
    : { name, textAfterLabel: labelText.trim(), closing };
}

/** Removes the mark that ends emphasis which was opened before the label. */
export function closeEmphasis(text: string, closing: string): string {
  if (closing === "") return text;
  for (let at = text.indexOf(closing); at >= 0; at = text.indexOf(closing, at + 1)) {
    const after = text.slice(at + closing.length);
    if (/\S$/.test(text.slice(Math.max(0, at - 1), at)) && /^(?:$|[\s.,;:!?)])/.test(after))
      return text.slice(0, at) + after;
  }
  return text;
}

/** Removes an answer label at the start of a text. */
export function removeAnswerLabel(text: string): string {
  const end = text.indexOf("\n");
  const label = readLabel(end < 0 ? text : text.slice(0, end));
  if (label?.name !== "answer" || label.textAfterLabel === "") return text;
  return closeEmphasis(label.textAfterLabel + (end < 0 ? "" : text.slice(end)), label.closing);
}
